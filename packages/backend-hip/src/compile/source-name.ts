/** The names of files in hiprtc's log: it compiles in a folder of its own, where the source is called CompileSource. */

// Anything up to the folder's own names: /tmp/comgr-d9b202/input/CompileSource, …/include/lib/a.h.
const place = /(?:[A-Za-z]:)?[^\s:"'<>]*[/\\]comgr-[\w-]+[/\\](?:input|include|output)[/\\]/g;
// Newer versions compile in memory, and call the source so without a folder.
const source = /\b(?:CompileSource|hiprtc-source\.hip)\b(?=:\d)/g;

/** A log in which files have the names that the user gave them. */
export function withUserNames(log: string, fileName: string): string {
  return log.replaceAll(place, '').replaceAll(source, fileName);
}
