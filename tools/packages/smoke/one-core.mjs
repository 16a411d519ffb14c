/** The entry points of core, as ES modules. */
import * as core from '@heddle/core';
import * as backend from '@heddle/core/backend';
import * as testing from '@heddle/core/testing';
import check from './one-core-checks.cjs';

await check({ core, backend, testing });
