/** `npm run build:native`: builds the addon of packages/native anew; a missing tool is a reported skip. */
import { buildNativeAddon } from '../setup/native-addon.mjs';
import { root } from '../setup/set-up.mjs';

const reason = await buildNativeAddon(root, { force: true });
if (reason) console.log(`skipped  native: ${reason}`);
process.exitCode = reason?.startsWith('the build ended') ? 1 : 0;
