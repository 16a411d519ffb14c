/** Work captured from a stream, instantiated and launched again. */
import { argumentError, type GraphHandle } from '@heddle/core/backend';
import type { SimtContext } from '../simt-context';
import type { SimtQueue } from './simt-queue';

export interface SimtGraph extends GraphHandle {
  readonly graph: bigint;
  readonly executable: bigint;
}

/** CU_STREAM_CAPTURE_MODE_RELAXED: what other streams and allocations do meanwhile does not spoil the capture. */
const relaxed = 2;

export function beginCapture(context: SimtContext, queue: SimtQueue): void {
  context.call('streamBeginCapture', queue.stream, relaxed);
  queue.capturing = true;
}

export function endCapture(context: SimtContext, queue: SimtQueue): SimtGraph {
  queue.capturing = false;
  const graph = new BigUint64Array(1);
  context.call('streamEndCapture', queue.stream, graph);
  const id = graph[0] ?? 0n;
  const executable = new BigUint64Array(1);
  try {
    context.call('graphInstantiate', executable, id, 0);
  } catch (error) {
    context.release('graphDestroy', id);
    throw error;
  }
  return { handle: 'graph', graph: id, executable: executable[0] ?? 0n };
}

export function launchGraph(context: SimtContext, queue: SimtQueue, graph: SimtGraph): void {
  context.call('graphLaunch', graph.executable, queue.stream);
  queue.noteLaunch(graphLaunch);
}

/**
 * Gives a graph the parameters of another of the same form, which costs less than a new one. The other stays as it is.
 *
 * @throws HeddleError `ARGUMENT` saying what the graphs differ in; then `graph` is as it was
 */
export function updateGraph(context: SimtContext, graph: SimtGraph, like: SimtGraph): void {
  // CUgraphExecUpdateResultInfo: the result, and the nodes it is about.
  const info = new Uint32Array(6);
  const value = context.status('graphUpdate', graph.executable, like.graph, info);
  if (value === 0) return;
  const difference = differences[info[0] ?? 0];
  if (difference === undefined) throw context.failure(value, 'graphUpdate');
  throw argumentError(`the graph cannot be updated: ${difference}`, { backend: context.backend });
}

// CU_GRAPH_EXEC_UPDATE_ERROR_* by number.
const differences: readonly (string | undefined)[] = [
  undefined,
  undefined,
  'the other has other nodes or dependencies',
  'a node is of another kind',
  'a node launches another kernel',
  'parameters differ in what cannot be changed',
  'a node is of a kind that cannot be updated',
  'a node launches a kernel that cannot take the place of the present one',
  'attributes of a node differ in what cannot be changed',
];

export function destroyGraph(context: SimtContext, graph: SimtGraph): void {
  context.release('graphExecutableDestroy', graph.executable);
  context.release('graphDestroy', graph.graph);
}

const graphLaunch = { name: 'a graph' };
