/** The commands of `heddle` as functions. */
export { runCommandLine } from './command-line/run-command-line';
export { exitCodes, type ExitCode } from './command-line/exit-codes';
export { examine as examineMachine } from './doctor/examine';
export type {
  BackendReport,
  BackendState,
  CacheReport,
  DeviceFacts,
  DeviceReport,
  DoctorReport,
  ToolReport,
} from './doctor/doctor-report';
export { writeReport, type WrittenReport } from './report/write-report';
