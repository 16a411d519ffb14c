import { parseKernels } from '../../src/signature';
import { kernelsOf } from './summary';

const source = `
module kernels
  use iso_c_binding
contains
  ! subroutine commented(n) bind(C)
  subroutine saxpy(n, a, x, y) bind(C, name="saxpy_f")
    integer(c_int), value :: n   ! how many
    real(c_float), value :: a
    real(c_float), intent(in) :: x(n)
    real(c_float), intent(inout), dimension(n) :: &
      y
    integer :: i
    do i = 1, n
      y(i) = a * x(i) + y(i)
    end do
    if (n > 3) then
      y(1) = 0
    end if
  end subroutine saxpy

  SUBROUTINE Shapes(assumed, table, flag, z, address, place, letters) BIND(C)
    REAL(kind=C_DOUBLE), INTENT(IN) :: assumed(:), table(4, *)
    LOGICAL(c_bool), VALUE :: flag
    COMPLEX(c_double_complex), VALUE :: z
    TYPE(c_ptr), VALUE :: address
    TYPE(c_ptr) :: place
    CHARACTER(kind=c_char), INTENT(IN) :: letters(*)
  END SUBROUTINE

  function total(x, n) result(s) bind(c)
    integer(c_size_t), value :: n
    real*8 :: x(n), s
  end function total

  real(c_float) function seconds() bind(C)
  end

  subroutine inner(n)
    integer :: n
  end subroutine inner
end module
`;

describe('Fortran', () => {
  it('finds procedures with C binding, arguments by reference and by value', () => {
    expect(kernelsOf(source, { language: 'fortran' })).toEqual({
      saxpy: ['n: int32', 'a: float32', 'x: const float32*', 'y: float32*'],
      shapes: [
        'assumed: bytes (?/?)',
        'table: const float64*',
        'flag: bool',
        'z: complex128',
        'address: void*',
        'place: uint64*',
        'letters: const uint8*',
      ],
      total: ['x: float64*', 'n: uint64'],
      seconds: [],
    });
  });

  it('knows names in the binary, lines, and what functions return', () => {
    const kernels = parseKernels(source, { language: 'fortran' });
    expect(kernels.map(({ entryName, line, returns }) => [entryName, line, returns])).toEqual([
      ['saxpy_f', 6, undefined],
      [undefined, 21, undefined],
      [undefined, 30, 'float64'],
      [undefined, 35, 'float32'],
    ]);
  });
});
