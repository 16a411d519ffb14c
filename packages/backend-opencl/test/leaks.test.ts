import { expectNoGrowth } from '../../../tools/backend-tests/src/expect-no-growth';
import { describeOpenCl } from './testing/opencl-device';

describeOpenCl('ten thousand cycles of compile, allocate, launch, read and dispose', () => {
  it('leave handles and memory where they were after the first thousand', () => {
    expect(expectNoGrowth('opencl', 10_000)).toContain('"handles":{"stream":1,"queue":1}');
  }, 300_000);
});
