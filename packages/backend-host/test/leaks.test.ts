import { expectNoGrowth } from '../../../tools/backend-tests/src/expect-no-growth';

test('five thousand cycles of compile, allocate, launch, read and dispose leave handles and memory where they were', () => {
  expectNoGrowth('host', 5000);
}, 300_000);
