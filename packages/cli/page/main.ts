/** The page's program: reads the data that the page holds, and shows it. */
import type { PageData, QuantityColumn } from '../src/report/page-data';
import { drawDistribution } from './distribution-chart';
import { drawEffects } from './effect-charts';
import { byId, selection } from './element';
import { drawHeatMap } from './heat-map-chart';
import { drawPareto, hasPareto } from './pareto-chart';
import { drawProgress } from './progress-chart';
import { showTable } from './results-table';
import { showBest, showEnvironment, showFailures, showSummary } from './summary';
import { followTheme } from './theme';

const data = JSON.parse(byId('data').textContent) as PageData;
let shown = data.quantities[0];

followTheme(byId('theme'), () => void draw());
showEnvironment(byId('environment'), data);
showFailures(byId('failures'), data);
if (data.quantities.length > 1) {
  const names = data.quantities.map(({ name, isObjective }) => (isObjective ? `${name} (objective)` : name));
  byId('quantity').append(
    selection('Show', names, 0, (place) => {
      shown = data.quantities[place];
      showTexts();
      void draw();
    }),
  );
}
byId('pareto-section').hidden = !hasPareto(data);
showTexts();
await draw();
// For code that waits for the page, such as its tests.
document.documentElement.dataset.drawn = 'true';

function showTexts(): void {
  if (!shown) return;
  showSummary(byId('summary'), data, shown);
  showBest(byId('best'), data, shown);
  showTable(byId('table'), data, shown);
}

async function draw(): Promise<void> {
  if (shown) await drawAll(shown);
}

// In the order of the page, so that what the reader sees first is there first.
async function drawAll(quantity: QuantityColumn): Promise<void> {
  if (quantity.values.every((value) => value === null)) {
    for (const id of ['progress', 'distribution', 'effects', 'heat-map'])
      byId(id).textContent = 'Nothing was measured.';
    return;
  }
  await drawProgress(byId('progress'), data, quantity);
  await drawDistribution(byId('distribution'), quantity);
  await drawEffects(byId('effects'), data, quantity);
  await drawHeatMap(byId('heat-map'), data, quantity);
  if (hasPareto(data)) await drawPareto(byId('pareto'), data);
}
