/**
 * Optional platform packages of a lockfile. npm leaves out those that its registry does not offer at the moment
 * (mirrors lag behind), and `npm ci` then refuses the file everywhere. The packages that ask for them pin them, so
 * their entries follow from those.
 */

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'];

/**
 * @param {Record<string, any>} packages - a lockfile's `packages`
 * @returns {Record<string, any>} the entries that are missing, by path
 */
export function missingPlatformPackages(packages) {
  const missing = {};
  for (const [asker, { optionalDependencies = {}, dev, license }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const platform = platformOf(name);
      const isPinned = /^\d/.test(version);
      if (!platform || !isPinned || isFound(packages, asker, name)) continue;
      missing[`node_modules/${name}`] = { version, ...platform, ...(dev ? { dev } : {}), license, optional: true };
    }
  }
  return missing;
}

/** Which machines a package is for, by the words of its name; undefined for one that is for all. */
export function platformOf(name) {
  const words = name.split('/').at(-1).split(/[-.]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (!os && cpu !== 'wasm32') return undefined;
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc && os === 'linux' ? { libc: [libc] } : {}),
    ...(os ? { os: [os] } : {}),
  };
}

// As Node looks for it: in the asker's own node_modules, then in each folder above.
function isFound(packages, asker, name) {
  for (let folder = asker; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}
