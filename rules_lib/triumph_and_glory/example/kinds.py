"""The sorts of claims that are checked."""

from rules_lib.values.enums import WordEnum


class Kind(WordEnum):
    """What sort of claim is checked; a false one becomes an erratum."""

    REFERENCE = "reference to another rule"
    PURSUIT_REFERENCE = "where the details of pursuit are"
    DUTY_REFERENCE = "where the duty to charge in pursuit is"
    FREEDOM = "freedom to pursue"
    DISTANCE = "distance of a charge"
    NEED = "faces that pass"
    VERDICT = "what follows from a check"
    COHESION = "cohesion of a disordered unit"
    SAME_COHESION = "cohesion in disorder, for both sides alike"
    MODIFIER = "modifier"
    TOTAL = "total of the modifiers"
    RESULT = "result that the row begins with"
    ROW = "effects of a row"
    EXCEPTION = "where an exception belongs"
    TURNING = "turning in pursuit"
    ROLLED = "what has to be 10 or more"
    MOMENT = "moment of the square"
    OUTCOME = "what becomes of a unit"
