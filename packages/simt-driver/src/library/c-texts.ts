/** Texts as C takes them. */
import koffi from 'koffi';

/** A NUL-terminated text for C. */
export function textBytes(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'utf8');
}

/** `const char *[]` for C. The texts live as long as somebody holds `keepAlive`. */
export function textList(texts: readonly string[]) {
  const buffers = texts.map(textBytes);
  const pointers = BigUint64Array.from(
    buffers.length === 0 ? [0n] : buffers.map((buffer) => BigInt(koffi.address(buffer))),
  );
  return {
    count: texts.length,
    pointers,
    keepAlive: (): number => buffers.length + pointers.length,
  };
}

/** The text in memory that C wrote to, up to its NUL. */
export function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? bytes.byteLength : end).trim();
}
