/** Whether the text of a user leaves open which thread takes which elements, and how many. */

/** What ends the thread of an element, or tells threads from each other, in any of the languages. */
const endsThread = /\b(?:return|goto|asm|__asm\w*)\b/;
const tellsThreads = new RegExp(
  '\\b(?:' +
    [
      '(?:thread|block)Idx|(?:block|grid)Dim|warpSize|cooperative_groups|clock\\w*|__shared__|__local|asm|__asm\\w*',
      '(?:THREAD|BLOCK|GLOBAL)_(?:INDEX|SIZE)|GRID_SIZE|SHARED|DYNAMIC_SHARED\\w*|BARRIER',
      'get_\\w+_(?:id|size)|barrier|(?:sub|work)_group_\\w+|heddle_[iknt]',
      '__(?:sync|shfl|ballot|any|all|match|reduce|activemask|threadfence)\\w*|__builtin_amdgcn\\w*',
    ].join('|') +
    ')\\b',
);

/** Comments as blanks, so that every line and column stays where it is. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, blank);
}

/** As many blanks as there are characters, in as many lines. */
export function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

/**
 * True if an operation does the same wherever its element is walked: it does not leave its thread before the end,
 * and neither it nor what stands around it knows of threads.
 *
 * @param around - the preamble and the like, whose functions may return
 */
export function isIndependent(operation: string, ...around: readonly string[]): boolean {
  const text = withoutComments(operation);
  return ![text, ...around].some((part) => tellsThreads.test(part)) && !endsThread.test(text);
}
