/**
 * Foreign memory as an ArrayBuffer, without a copy, that cannot be used after the memory is gone.
 *
 * The native addon takes the memory away from the ArrayBuffer, whose length becomes 0. Without the addon nothing can:
 * then the memory itself lives on until the ArrayBuffer has been collected.
 */
import koffi from 'koffi';
import { nativeAddon } from '@heddle/native';

const pinned = new WeakSet<ArrayBuffer>();
const collected = new FinalizationRegistry<() => void>((giveBack) => {
  giveBack();
});

/** Shows so many bytes at an address. */
export function openHostView(address: bigint, byteLength: number): ArrayBuffer {
  const addon = nativeAddon();
  if (!addon) return koffi.view(address, byteLength);
  const view = addon.pinExternal(address, byteLength);
  pinned.add(view);
  return view;
}

/** Ends a view, and calls `giveBack` once the memory can no longer be accessed: at once, if possible. */
export function closeHostView(view: ArrayBuffer, giveBack: () => void): void {
  const addon = nativeAddon();
  if (addon && pinned.delete(view)) {
    addon.unpinExternal(view);
    giveBack();
    return;
  }
  collected.register(view, giveBack);
}
