/** What both vendors tell of in the same words: an attribute of the device, and a function of the library. */
import type { Capability } from '@heddle/core/backend';
import type { DeviceFacts } from './vendor';

export function foundCapabilities({ attributes, has }: DeviceFacts): readonly Capability[] {
  const found: Capability[] = [];
  if (attributes.cooperativeLaunch === 1 && has('launchCooperative')) found.push('cooperative-launch');
  if (attributes.managedMemory === 1 && has('managedAllocate')) found.push('managed-memory');
  if (attributes.memoryPools === 1 && has('memoryAllocateAsync')) found.push('stream-ordered-allocation');
  if (has('graphInstantiate')) found.push('graphs');
  if (has('copyPeerAsync')) found.push('peer-copy');
  return found;
}
