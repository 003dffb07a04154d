/* Which way the front lies that is lit, in degrees clockwise. */
(unit) => {
    const at = (each) => [each.transform.baseVal[0].matrix.e, each.transform.baseVal[0].matrix.f];
    const lit = [...unit.closest("figure").querySelectorAll(".rb-lit-front")];
    const ahead = lit.map((each) => at(each.parentNode)).concat([at(unit)]);
    const [[x, y], ...hexes] = ahead.reverse();
    const mean = (n) => hexes.reduce((sum, each) => sum + each[n], 0) / hexes.length;
    return (Math.atan2(mean(1) - y, mean(0) - x) * 180) / Math.PI; }
