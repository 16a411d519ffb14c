import { after, before, describe, it } from 'node:test';
import { runConformance } from '@heddle/conformance';
import { backend } from 'heddle-backend-serial';

runConformance({ backend, describe, it, before, after });
