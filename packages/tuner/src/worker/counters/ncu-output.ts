/**
 * Reads what NVIDIA Nsight Compute prints with `--csv --metrics`: lines of its own that begin with `==`, then a table
 * with a row for each launch and metric (NVIDIA, Nsight Compute CLI, "Output Pages" and "Console Output",
 * docs.nvidia.com/nsight-compute/NsightComputeCli).
 */
import { HeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';

/** Numbers by metric, or the error that the output tells of. */
export function readCounters(output: string, metrics: readonly string[], kernel: string): Record<string, number> {
  throwRefusals(output);
  const rows = tableOf(output);
  if (rows.length === 0 && output.includes('No kernels were profiled')) throw sawNoKernel(kernel);
  const results: Record<string, number> = {};
  for (const metric of metrics) {
    const row = rows.find((each) => each['Metric Name'] === metric);
    if (!row) throw unknownMetric(metric);
    results[metric] = numberOf(metric, row['Metric Value'] ?? '');
  }
  return results;
}

/** The lines in which the tool says what went wrong, without its marks. */
export function complaints(output: string): string {
  return [...output.matchAll(/^==(?:ERROR|WARNING)==[ \t]*(.+)$/gm)].map(([, text]) => text?.trim()).join('; ');
}

// These errors are the same for every configuration, so they end the run.
function throwRefusals(output: string): void {
  if (output.includes('ERR_NVGPUCTRPERM')) {
    throw new HeddleError('UNAVAILABLE', `ncu may not read this GPU's counters: ${complaints(output)}`, {
      status: 'ERR_NVGPUCTRPERM',
      hint:
        'Run as root, or let every user read them: the line "options nvidia NVreg_RestrictProfilingToAdminUsers=0" ' +
        'in /etc/modprobe.d and a reboot; in a container, --cap-add=SYS_ADMIN. See developer.nvidia.com/ERR_NVGPUCTRPERM.',
    });
  }
  const missing = /Failed to find metric (?:regex:\^)?([\w.]+)/.exec(output)?.[1];
  if (missing !== undefined) throw unknownMetric(missing.replace(/\.$/, ''));
}

function tableOf(output: string): Record<string, string>[] {
  const lines = output.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith('"ID",') && line.includes('"Metric Name"'));
  if (start < 0) return [];
  const names = fieldsOf(lines[start] ?? '');
  return lines
    .slice(start + 1)
    .filter((line) => line.startsWith('"'))
    .map((line) => Object.fromEntries(fieldsOf(line).map((value, i) => [names[i] ?? '', value])));
}

/** Fields of one line. The tool quotes all of them and doubles the quotes inside. */
function fieldsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, field = '']) => field.replaceAll('""', '"'));
}

// Thousands are grouped: "53,261,312". A metric that the chip lacks is "n/a".
function numberOf(metric: string, text: string): number {
  const isGrouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text);
  const value = text === '' ? NaN : Number(isGrouped ? text.replaceAll(',', '') : text);
  if (Number.isFinite(value)) return value;
  throw new HeddleError('UNSUPPORTED', `ncu gives no number for ${metric} on this device, but "${text}"`, {
    parameter: 'metrics',
    hint: 'ncu --query-metrics lists those that the device has.',
  });
}

function unknownMetric(metric: string): HeddleError {
  return argumentError(`ncu knows no metric ${metric} for this device`, {
    parameter: 'metrics',
    hint: 'ncu --query-metrics lists those there are; a name needs its suffix: dram__bytes_read.sum.',
  });
}

function sawNoKernel(kernel: string): HeddleError {
  return new HeddleError('UNAVAILABLE', `ncu saw no launch of ${kernel}`, {
    kernel,
    hint: "ncu sees CUDA kernels on NVIDIA's GPUs only: choose another device, or leave the observer out.",
  });
}
