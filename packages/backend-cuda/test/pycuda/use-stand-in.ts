/** Loaded in front of an example: makes the stand-in the current device, so that the program runs without a GPU. */
import { useDevice } from '@heddle/backend-cuda/pycuda';
import { StandInDevice } from './stand-in-device';

useDevice(await StandInDevice.open());
