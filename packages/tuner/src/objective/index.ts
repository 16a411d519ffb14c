export { dominates, paretoFront, paretoFronts } from './pareto';
