"""
Fits the polynomials of gpuarray's special functions, and writes them as TypeScript.

    python3 fit.py ../../packages/gpuarray/src/algorithms/special/coefficients

Needs mpmath. Every fit interpolates the function in the Chebyshev nodes of an interval (Trefethen, "Approximation Theory
and Approximation Practice", 2013, chapters 3 and 8), in 60 digits. It takes the lowest degree whose error on a dense
grid stays below the tolerance of the format, and gives the coefficients of the powers of t, which is -1 and 1 at the
interval's ends.
"""

import sys
from mpmath import mp, mpf

mp.dps = 60
TOLERANCE = {"double": mpf(2) ** -56, "float": mpf(2) ** -27}


def chebyshev(values):
    n = len(values)
    angles = [mp.pi * (k + mpf(1) / 2) / n for k in range(n)]
    c = [2 / mpf(n) * sum(v * mp.cos(j * a) for v, a in zip(values, angles)) for j in range(n)]
    c[0] /= 2
    return c


def powers(c):
    """Coefficients of powers from those of Chebyshev polynomials."""
    n = len(c)
    total = [mpf(0)] * n
    before, this = [mpf(1)] + [mpf(0)] * (n - 1), [mpf(0), mpf(1)] + [mpf(0)] * (n - 2)
    for k, factor in enumerate(c):
        polynomial = before if k == 0 else this
        if k > 1:
            following = [mpf(0)] + [2 * p for p in this[:-1]]
            following = [p - q for p, q in zip(following, before)]
            before, this = this, following
            polynomial = this
        total = [t + factor * p for t, p in zip(total, polynomial)]
    return total


def fit(function, low, high, tolerances=TOLERANCE, absolute=False):
    low, high = mpf(low), mpf(high)
    middle, half = (low + high) / 2, (high - low) / 2
    n = 48
    nodes = [mp.cos(mp.pi * (k + mpf(1) / 2) / n) for k in range(n)]
    values = [function(middle + half * t) for t in nodes]
    c = chebyshev(values)
    smallest = mpf(1) if absolute else min(abs(v) for v in values)
    result = {}
    for format, tolerance in tolerances.items():
        terms = 2
        while terms < n and sum(abs(x) for x in c[terms:]) > tolerance * smallest:
            terms += 1
        if terms > n - 4:
            raise ValueError(f"no convergence: {mp.nstr(sum(abs(x) for x in c[-4:]) / smallest, 3)}")
        result[format] = powers(c[:terms])
    return result


def number(x):
    return repr(float(x))


def write(path, title, fits):
    lines = [f"/** {title} Written by tools/special-functions/fit.py. */", "import type { Fit } from '../device-code';", ""]
    for name, (low, high, what, function, *options) in fits.items():
        coefficients = fit(function, low, high, **(options[0] if options else {}))
        lines.append(f"/** {what} */")
        lines.append(f"export const {name}: Fit = {{")
        lines.append(f"  low: {number(low)},")
        lines.append(f"  high: {number(high)},")
        for format, values in coefficients.items():
            print(name, format, len(values), mp.nstr(sum(abs(v) for v in values) / abs(values[0]), 3))
            lines.append(f"  // prettier-ignore\n  {format}: [")
            row = "   "
            for value in values:
                text = f" {number(value)},"
                if len(row) + len(text) > 118:
                    lines.append(row)
                    row = "   "
                row += text
            lines.append(row)
            lines.append("  ],")
        lines.append("};")
        lines.append("")
    with open(path, "w") as file:
        file.write("\n".join(lines[:-1]) + "\n")


def limit(function, x, value, at=0):
    return value if x == at else function(x)


def erfcx(x):
    return mp.exp(x * x) * mp.erfc(x)


def error_functions():
    k = mpf(15) / 4

    def scaled(t):
        if t == 1:
            return 2 / mp.sqrt(mp.pi)
        x = k * (1 + t) / (1 - t)
        if x > 60:
            s = mp.nsum(lambda n: 0, [0, 0])
            terms, term, n = mpf(0), mpf(1), 0
            while abs(term) > mpf(10) ** -70 and n < 200:
                terms += term
                n += 1
                term *= -(2 * n - 1) / (2 * x * x)
            return (1 + 2 * x) * terms / (x * mp.sqrt(mp.pi)) + s
        return (1 + 2 * x) * erfcx(x)

    return {
        "erfcxScaled": (-1, 1, "`(1 + 2x) exp(x^2) erfc(x)` by `t = (x - 3.75) / (x + 3.75)`; Shepherd and Laframboise, 1981.", scaled),
    }


def gamma_functions():
    def log_gamma_1p(a):
        if a == 0:
            return mp.euler
        if a == 1:
            return 1 - mp.euler
        return mp.loggamma(1 + a) / (a * (a - 1))

    def correction(s):
        if s == 0:
            return mpf(1)
        a = 1 / s
        if a > 60:
            total, k = mpf(0), 1
            while True:
                term = mp.bernoulli(2 * k) / (2 * k * (2 * k - 1) * a ** (2 * k - 1))
                total += term
                if abs(term) < mpf(10) ** -65:
                    break
                k += 1
            return 12 * a * total
        return 12 * a * (mp.loggamma(a) - (a - mpf(1) / 2) * mp.log(a) + a - mp.log(2 * mp.pi) / 2)

    root = mp.findroot(mp.digamma, mpf("1.46"))

    def digamma(x):
        if abs(x - root) < mpf(10) ** -20:
            return mp.polygamma(1, root)
        return mp.digamma(x) / (x - root)

    def atanh_rest(z):
        if z == 0:
            return mpf(1) / 3
        v = mp.sqrt(z)
        return (mp.atanh(v) - v) / v**3

    return {
        "logGamma1p": (0, 1, "`lgamma(1 + a) / (a (a - 1))`.", log_gamma_1p),
        "stirlingFar": (0, mpf(1) / 8, "`12 a (lgamma(a) - (a - 1/2) log(a) + a - log(2 pi) / 2)` by `1 / a`.", correction),
        "stirlingMiddle": (mpf(1) / 8, mpf(3) / 8, "The same, nearer.", correction),
        "stirlingNear": (mpf(3) / 8, 1, "The same, from 1 on.", correction),
        "digammaNearRoot": (1, 2, "`digamma(x) / (x - root)`.", digamma),
        "atanhRest": (0, mpf(1) / 4, "`(atanh(v) - v) / v^3` by `v^2`.", atanh_rest),
    }


def bessel_functions():
    def hankel(nu, which):
        def value(s):
            # s = 64 / x^2
            if s < mpf("0.005"):
                mu, total, k = mpf(4 * nu * nu), mpf(0), 0
                x = mp.inf if s == 0 else 8 / mp.sqrt(s)
                inverse = mpf(0) if s == 0 else 1 / x
                term = mpf(1)
                # DLMF 10.17.3: a_k / x^k with alternating signs in pairs.
                a = mpf(1)
                for k in range(0, 60):
                    if k > 0:
                        a *= (mu - (2 * k - 1) ** 2) / (8 * k)
                    if which == "p" and k % 2 == 0:
                        total += (-1) ** (k // 2) * a * inverse**k
                    if which == "q" and k % 2 == 1:
                        total += (-1) ** (k // 2) * a * inverse ** (k - 1) / 8
                return total
            x = 8 / mp.sqrt(s)
            chi = x - (2 * nu + 1) * mp.pi / 4
            j, y = mp.besselj(nu, x), mp.bessely(nu, x)
            scale = mp.sqrt(mp.pi * x / 2)
            if which == "p":
                return scale * (j * mp.cos(chi) + y * mp.sin(chi))
            return scale * (y * mp.cos(chi) - j * mp.sin(chi)) * x / 8

        return value

    def y0_rest(z):
        x = mp.sqrt(z)
        if z < mpf(10) ** -30:
            return 2 / mp.pi * (mp.euler - mp.log(2))
        return mp.bessely(0, x) - 2 / mp.pi * mp.log(x) * mp.besselj(0, x)

    def y1_rest(z):
        x = mp.sqrt(z)
        if z < mpf(10) ** -30:
            return (2 * mp.euler - 1 - 2 * mp.log(2)) / (2 * mp.pi)
        return (mp.bessely(1, x) - 2 / mp.pi * (mp.log(x) * mp.besselj(1, x) - 1 / x)) / x

    a = {"absolute": True}
    return {
        "j0Near": (0, 16, "`J0(x)` by `x^2`.", lambda z: mp.besselj(0, mp.sqrt(z)), a),
        "j0Middle": (4, 8, "`J0(x)`.", lambda x: mp.besselj(0, x), a),
        "j1Near": (0, 16, "`J1(x) / x` by `x^2`.", lambda z: limit(lambda z: mp.besselj(1, mp.sqrt(z)) / mp.sqrt(z), z, mpf(1) / 2), a),
        "j1Middle": (4, 8, "`J1(x)`.", lambda x: mp.besselj(1, x), a),
        "y0Near": (0, 16, "`Y0(x) - 2 / pi log(x) J0(x)` by `x^2`.", y0_rest, a),
        "y0Middle": (4, 8, "`Y0(x)`.", lambda x: mp.bessely(0, x), a),
        "y1Near": (0, 16, "`(Y1(x) - 2 / pi (log(x) J1(x) - 1 / x)) / x` by `x^2`.", y1_rest, a),
        "y1Middle": (4, 8, "`Y1(x)`.", lambda x: mp.bessely(1, x), a),
        "hankelP0": (0, 1, "`P(0, x)` of DLMF 10.17(i) by `64 / x^2`; Hart 1968 divides so.", hankel(0, "p"), a),
        "hankelQ0": (0, 1, "`Q(0, x) x / 8`.", hankel(0, "q"), a),
        "hankelP1": (0, 1, "`P(1, x)`.", hankel(1, "p"), a),
        "hankelQ1": (0, 1, "`Q(1, x) x / 8`.", hankel(1, "q"), a),
    }


def modified_bessel_functions():
    def far(kind, nu):
        def value(s):
            mu = mpf(4 * nu * nu)
            if s < mpf("0.012"):
                total, term = mpf(0), mpf(1)
                for k in range(0, 80):
                    if k > 0:
                        term *= (mu - (2 * k - 1) ** 2) / (8 * k) * s * (-1 if kind == "i" else 1)
                    total += term
                return total / mp.sqrt(2 * mp.pi) if kind == "i" else total * mp.sqrt(mp.pi / 2)
            x = 1 / s
            if kind == "i":
                return mp.besseli(nu, x) * mp.exp(-x) * mp.sqrt(x)
            return mp.besselk(nu, x) * mp.exp(x) * mp.sqrt(x)

        return value

    def k0_rest(z):
        if z < mpf(10) ** -30:
            return -mp.euler
        x = mp.sqrt(z)
        return mp.besselk(0, x) + mp.log(x / 2) * mp.besseli(0, x)

    def k1_rest(z):
        if z < mpf(10) ** -30:
            return (2 * mp.euler - 1) / 4
        x = mp.sqrt(z)
        return (mp.besselk(1, x) - 1 / x - mp.log(x / 2) * mp.besseli(1, x)) / x

    eighth = mpf(1) / 8
    return {
        "i0Near": (0, 4, "`exp(-x) I0(x)`.", lambda x: mp.exp(-x) * mp.besseli(0, x)),
        "i0Middle": (4, 8, "The same.", lambda x: mp.exp(-x) * mp.besseli(0, x)),
        "i0Far": (0, eighth, "`sqrt(x) exp(-x) I0(x)` by `1 / x`.", far("i", 0)),
        "i1Near": (0, 4, "`exp(-x) I1(x) / x`.", lambda x: limit(lambda x: mp.exp(-x) * mp.besseli(1, x) / x, x, mpf(1) / 2)),
        "i1Middle": (4, 8, "The same.", lambda x: mp.exp(-x) * mp.besseli(1, x) / x),
        "i1Far": (0, eighth, "`sqrt(x) exp(-x) I1(x)` by `1 / x`.", far("i", 1)),
        "i0Small": (0, 1, "`I0(x)` by `x^2`.", lambda z: mp.besseli(0, mp.sqrt(z))),
        "i1Small": (0, 1, "`I1(x) / x` by `x^2`.", lambda z: limit(lambda z: mp.besseli(1, mp.sqrt(z)) / mp.sqrt(z), z, mpf(1) / 2)),
        "k0Small": (0, 1, "`K0(x) + log(x / 2) I0(x)` by `x^2`.", k0_rest),
        "k1Small": (0, 1, "`(K1(x) - 1 / x - log(x / 2) I1(x)) / x` by `x^2`.", k1_rest),
        "k0Near": (mpf(3) / 8, 1, "`sqrt(x) exp(x) K0(x)` by `1 / x`.", far("k", 0)),
        "k0Middle": (eighth, mpf(3) / 8, "The same.", far("k", 0)),
        "k0Far": (0, eighth, "The same.", far("k", 0)),
        "k1Near": (mpf(3) / 8, 1, "`sqrt(x) exp(x) K1(x)` by `1 / x`.", far("k", 1)),
        "k1Middle": (eighth, mpf(3) / 8, "The same.", far("k", 1)),
        "k1Far": (0, eighth, "The same.", far("k", 1)),
    }


def exponential_integrals():
    def ein(x):
        """The integral of (1 - exp(-t)) / t from 0 to x, divided by x."""
        total, term, k = mpf(0), mpf(1), 1
        while abs(term) > mpf(10) ** -75:
            total += term / k
            k += 1
            term *= -x / k
        return total

    root = mp.findroot(mp.ei, mpf("0.3725"))

    def ei_rest(x):
        # Ei(x) = log(x / root) + sum of (x^k - root^k) / (k k!).
        if abs(x - root) < mpf(10) ** -20:
            return (mp.exp(root) - 1) / root
        return (-x * -ein(-x) - root * ein(-root)) / (x - root)

    def asymptotic(sign):
        def value(s):
            if s < mpf("0.011"):
                total, term = mpf(0), mpf(1)
                for k in range(0, 80):
                    total += term
                    term *= sign * (k + 1) * s
                return total
            x = 1 / s
            return x * mp.exp(x) * mp.e1(x) if sign < 0 else x * mp.exp(-x) * mp.ei(x)

        return value

    e1, ei = asymptotic(-1), asymptotic(1)
    half, quarter = mpf(1) / 2, mpf(1) / 4
    return {
        "ein": (0, half, "The integral of `(1 - exp(-t)) / t` from 0 to x, divided by x.", ein),
        "e1Nearest": (1, 2, "`x exp(x) E1(x)` by `1 / x`.", e1),
        "e1Near": (half, 1, "The same.", e1),
        "e1Middle": (mpf(3) / 16, half, "The same.", e1),
        "e1Outer": (mpf(1) / 16, mpf(3) / 16, "The same.", e1),
        "e1Far": (0, mpf(1) / 16, "The same.", e1),
        "eiNear": (0, 2, "`(Ei(x) - log(x / root)) / (x - root)`; the root is that of Ei. Cody and Thacher, 1969.", ei_rest),
        "eiNext": (2, 4, "`x exp(-x) Ei(x)`.", lambda x: x * mp.exp(-x) * mp.ei(x)),
        "eiMiddle": (4, 9, "The same.", lambda x: x * mp.exp(-x) * mp.ei(x)),
        "eiOuter": (9, 20, "The same.", lambda x: x * mp.exp(-x) * mp.ei(x)),
        "eiFar": (20, 40, "The same.", lambda x: x * mp.exp(-x) * mp.ei(x)),
        "eiFarthest": (0, mpf(1) / 40, "The same, by `1 / x`.", ei),
    }


def elliptic_integrals():
    def a(m1):
        if m1 < mpf(10) ** -40:
            return mp.log(4)
        return mp.ellipk(1 - m1) + mp.log(m1) * mp.ellipk(m1) / mp.pi

    def c(m1):
        if m1 < mpf(10) ** -40:
            return mpf(1)
        return mp.ellipe(1 - m1) + mp.log(m1) * (mp.ellipk(m1) - mp.ellipe(m1)) / mp.pi

    def difference(m):
        return mp.pi / 4 if m < mpf(10) ** -40 else (mp.ellipk(m) - mp.ellipe(m)) / m

    half = mpf(1) / 2
    return {
        "ellipkNear": (0, half, "`K(m)`.", mp.ellipk),
        "ellipeNear": (0, half, "`E(m)`.", mp.ellipe),
        "ellipticDifference": (0, half, "`(K(m) - E(m)) / m`.", difference),
        "ellipkFar": (0, half, "`K(m) + log(m1) K(m1) / pi` by `m1 = 1 - m`; Cody, 1965.", a),
        "ellipeFar": (0, half, "`E(m) + log(m1) (K(m1) - E(m1)) / pi` by `m1 = 1 - m`; Cody, 1965.", c),
    }


def zeta_functions():
    return {
        "zetaNearPole": (0, 2, "`(s - 1) zeta(s)`.", lambda s: mpf(1) if abs(s - 1) < mpf(10) ** -25 else (s - 1) * mp.zeta(s)),
    }


def temme_coefficients():
    """
    The coefficients c_k of DLMF 8.12(i), as series in eta; N. M. Temme, "The asymptotic expansion of the incomplete
    gamma functions", 1979.
    """
    terms = 60
    # mu(eta) from eta^2 / 2 = mu - log(1 + mu), that is mu mu' = eta (1 + mu).
    mu = [mpf(0), mpf(1)]
    for n in range(2, terms + 3):
        known = sum(mu[j] * (n + 1 - j) * mu[n + 1 - j] for j in range(2, n))
        mu.append((mu[n - 1] - known) / (n + 1))
    # 1 / mu = inverse[0] / eta + inverse[1] + ...
    inverse = [mpf(1)]
    for n in range(1, terms + 2):
        inverse.append(-sum(mu[j + 1] * inverse[n - j] for j in range(1, n + 1)))
    # Gamma's asymptotic series, from the exponential of its logarithm's.
    count = 12
    logs = [mpf(0)] * (count + 1)
    for k in range(1, count // 2 + 2):
        if 2 * k - 1 <= count:
            logs[2 * k - 1] = mp.bernoulli(2 * k) / (2 * k * (2 * k - 1))
    g = [mpf(1)]
    for n in range(1, count + 1):
        g.append(sum(j * logs[j] * g[n - j] for j in range(1, n + 1)) / n)
    rows = [inverse[1:]]
    for k in range(1, count):
        before = rows[-1]
        sign = (-1) ** k * g[k]
        derivative = [(n + 1) * c for n, c in enumerate(before[1:])]
        # The terms in 1 / eta cancel.
        rows.append([derivative[n + 1] + sign * inverse[n + 1] for n in range(len(derivative) - 1)])
    result = {}
    for format, tolerance in TOLERANCE.items():
        kept = []
        for k, row in enumerate(rows):
            size = mpf(24) ** -k
            used = max([n + 1 for n, c in enumerate(row[:40]) if abs(c) * mpf("0.34") ** n * size > tolerance] + [0])
            if used > 0:
                kept.append(row[:used])
        result[format] = kept
        print("temme", format, [len(row) for row in kept])
    return result


def branch_coefficients():
    """W near its branch point by p = sqrt(2 (e z + 1)); Corless et al., 1996, equations 4.22 to 4.24."""
    mu, alpha = [mpf(-1), mpf(1)], [mpf(2), mpf(-1)]
    for k in range(2, 28):
        if k > 2:
            alpha.append(sum(mu[j] * mu[k + 1 - j] for j in range(2, k)))
        else:
            alpha.append(mpf(0))
        a = alpha[k]
        mu.append((k - mpf(1)) / (k + 1) * (mu[k - 2] / 2 + alpha[k - 2] / 4) - a / 2 - mu[k - 1] / (k + 1))
    return mu


def write_lists(path, title, name, what, lists):
    lines = [f"/** {title} Written by tools/special-functions/fit.py. */", "", f"/** {what} */", "// prettier-ignore"]
    lines.append(f"export const {name} = {{")
    for format, rows in lists.items():
        lines.append(f"  {format}: [")
        for row in rows:
            lines.append("    [")
            text = "     "
            for value in row:
                piece = f" {number(value)},"
                if len(text) + len(piece) > 118:
                    lines.append(text)
                    text = "     "
                text += piece
            lines.append(text)
            lines.append("    ],")
        lines.append("  ],")
    lines.append("} as const;")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


FILES = {
    "error-function": ("Error functions.", error_functions),
    "gamma": ("Gamma functions.", gamma_functions),
    "bessel": ("Bessel functions.", bessel_functions),
    "modified-bessel": ("Modified Bessel functions.", modified_bessel_functions),
    "exponential-integral": ("Exponential integrals.", exponential_integrals),
    "elliptic": ("Complete elliptic integrals.", elliptic_integrals),
    "zeta": ("The Riemann zeta function.", zeta_functions),
}

if __name__ == "__main__":
    folder = sys.argv[1]
    what = "By power of `1 / a`, the coefficients of powers of eta; DLMF 8.12.9."
    write_lists(f"{folder}/temme.ts", "Temme's expansion.", "temmeCoefficients", what, temme_coefficients())
    what = "Coefficients of powers of `sqrt(2 (e z + 1))`; Corless et al., 1996, section 4."
    write_lists(f"{folder}/lambert.ts", "Lambert's W.", "branchCoefficients", what, {"double": [branch_coefficients()]})
    for name, (title, fits) in FILES.items():
        if len(sys.argv) < 3 or name in sys.argv[2:]:
            write(f"{folder}/{name}.ts", title, fits())
