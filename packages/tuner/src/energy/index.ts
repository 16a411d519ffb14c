/** Energy: which clocks are worth tuning. */
export { fitPowerModel, PowerModel, type PowerMeasurement, type PowerParameters } from './power-model';
