"""What is kept is what a reader sees, and nothing of how it looks."""

from tests.in_turn import in_turn
from tests.shown.reading import shown


@in_turn(
    ("html", "lines"),
    [
        ("<p>One <b>word</b>, then</p><div>more</div>", ["One word, then", "more"]),
        ("<tr><td>a</td><td>b<br>c</td><td></td></tr>", ["a | b c |"]),
        (
            "<p>1</p><p>1</p><table><tr><td>1</td><td>1</td></tr><tr><td>1</td><td>1</td></tr></table>",
            ["1", "1 | 1", "1 | 1"],
        ),
        ('<td title="exactly 1/3">33.3</td>', ["33.3 [exactly 1/3]"]),
        ('<svg aria-label="Two dice: 5"><title>x</title><text>5</text></svg>', ["5 [Two dice: 5]"]),
        ('<li data-feedback="No. 2 of 3.">Yes</li>', ["Yes [No. 2 of 3.]"]),
        ('<a href="x.html#y" title="a link">PT-M3</a>', ["PT-M3"]),
        ("<pre>a  1\nb  2</pre>", ["a 1", "b 2"]),
        ("<style>p {}</style><noscript>no</noscript><!-- no -->yes", ["yes"]),
    ],
)
def test_each_thing_that_shows_is_read(html: str, lines: list[str]) -> None:
    assert "\n".join(shown(html)).split("\n") == lines
