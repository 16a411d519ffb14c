/**
 * The report as one HTML file that needs nothing else: no network, no folder beside it.
 *
 * A tuning file may come from anywhere, so its texts are data and never markup or code. They stand in a JSON block in
 * which no `<` occurs; the page's program writes them as text; and the page's content security policy lets nothing run
 * but that program, known by its hash, and nothing be fetched at all.
 */
import { createHash } from 'node:crypto';
import type { PageProgram } from './bundle-page-program';
import type { PageData } from './page-data';

/** How every page begins: what begins otherwise is a file of others. */
export const pageBeginning = '<!doctype html>\n<!-- Made by heddle report. -->\n';

/** The whole page. */
export function pageHtml(data: PageData, program: PageProgram): string {
  const script = asInlineScript(program.script);
  return `${pageBeginning}<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${securityPolicy(script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${asText(`Tuning ${data.kernel} on ${data.device}`)}</title>
<style>${program.style}</style>
</head>
<body>
<header>
<div class="top">
<div>
<h1>${asText(data.kernel)}</h1>
<p class="subtitle">${asText(subtitle(data))}</p>
</div>
<div class="selections"><span id="quantity"></span><button type="button" id="theme">Dark</button></div>
</div>
<noscript><p>The charts and the table are drawn by the script in this page; it is off in this browser.</p></noscript>
</header>
<main>
${warnings(data.warnings)}<div id="summary"></div>
<section aria-labelledby="best-title">
<h2 id="best-title">Best configuration</h2>
<div id="best"></div>
</section>
<div class="pair">
${section('progress', 'Progress', 'Each point is a configuration, in the order in which they were tried; the line is the best so far.')}
${section('distribution', 'Distribution', 'How many configurations gave which result.')}
</div>
${section('effects', 'What each parameter does', 'For each value: the best configuration with it (diamond), the median (line), the middle half (bar) and the whole range. The percentage is the share of the variance that the parameter explains by itself; what only pairs of parameters explain is not in it.')}
${section('heat-map', 'Two parameters together', 'The best or median result for each pair of values, over all other parameters. The best cell is framed.')}
<section id="pareto-section" aria-labelledby="pareto-title">
<h2 id="pareto-title">Trade-offs</h2>
<p class="about">The Pareto front: configurations that no other beats in both quantities.</p>
<div id="pareto"></div>
</section>
${section('failures', 'Failures', '')}
${section('table', 'All configurations', 'The heads sort; the lists below them filter.')}
${section('environment', 'Environment', '')}
</main>
<footer>
<p>Made by heddle report from ${asText(data.source)}. The page is complete in itself and asks no network for anything.</p>
<details><summary>Licences of the programs in this page</summary><pre>${asText(program.notices)}</pre></details>
</footer>
<script type="application/json" id="data">${asInlineJson(data)}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

/** JSON that can stand inside a script element: without `<`, no end tag and no comment can begin in it. */
export function asInlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** Text where HTML is expected. */
export function asText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

// These occur inside strings alone, where the escape changes nothing: in code esbuild writes neither.
function asInlineScript(script: string): string {
  return script.replace(/<(?=\/script|!--)/gi, '\\x3c');
}

function securityPolicy(script: string): string {
  const hash = createHash('sha256').update(script, 'utf8').digest('base64');
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    // Charts set the styles of their own elements.
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function subtitle({ device, problemSize }: PageData): string {
  return [device, problemSize === '' ? '' : `problem size ${problemSize}`].filter((part) => part !== '').join(' · ');
}

function section(id: string, title: string, about: string): string {
  const text = about === '' ? '' : `<p class="about">${asText(about)}</p>\n`;
  return `<section aria-labelledby="${id}-title">
<h2 id="${id}-title">${asText(title)}</h2>
${text}<div id="${id}"></div>
</section>`;
}

function warnings(texts: readonly string[]): string {
  if (texts.length === 0) return '';
  const items = texts.map((text) => `<li>${asText(text)}</li>`).join('');
  return `<section class="warning" aria-labelledby="warnings-title"><h2 id="warnings-title">About this file</h2><ul>${items}</ul></section>\n`;
}
