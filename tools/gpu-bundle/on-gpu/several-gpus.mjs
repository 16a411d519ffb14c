/** For steps about several GPUs: the backend and how many it sees; ends the program, and says so, if it is one. */
export async function severalGpus(name) {
  const { backend } = await import(`@heddle/backend-${name}`);
  const probe = await backend.probe();
  const count = probe.available ? probe.devices.length : 0;
  if (count < 2) {
    console.log(`skipped: ${count} GPU`);
    process.exit(0);
  }
  return { backend, count };
}
