"""
Makes digits.woff2: the Arabic-Indic digits of Noto Sans Arabic from the weight of running text upwards, with a zero that is half as
large again.
At 14 px the zero of most faces is two pixels wide, narrower than the colon beside it.

    pip install fonttools brotli
    python digits.py noto-sans-arabic-arabic-wght-normal.woff2      from @fontsource-variable/noto-sans-arabic 5.3.0
"""

import copy
import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SCALE = 1.5
# Behind the points of an outline stand four of the glyph's metrics, which do not grow with it.
METRIC_POINTS = 4

font = instancer.instantiateVariableFont(TTFont(sys.argv[1]), {"wght": (400, 900)})
options = subset.Options(layout_features=[], hinting=False, notdef_outline=False)
options.name_IDs = [0, 13, 14]
subsetter = subset.Subsetter(options)
subsetter.populate(unicodes=range(0x660, 0x66A))
subsetter.subset(font)

# The zero is one component with an offset; it becomes an outline of its own, which can be scaled about its centre.
glyphs, variations = font["glyf"], font["gvar"].variations
zero = font.getBestCmap()[0x660]
component = glyphs[zero].components[0]
outline = copy.deepcopy(glyphs[component.glyphName])
outline.recalcBounds(glyphs)
middle = ((outline.xMin + outline.xMax) / 2, (outline.yMin + outline.yMax) / 2)
outline.coordinates = type(outline.coordinates)(
    (
        round(component.x + middle[0] + (x - middle[0]) * SCALE),
        round(component.y + middle[1] + (y - middle[1]) * SCALE),
    )
    for x, y in outline.coordinates
)
outline.recalcBounds(glyphs)

moved = variations[zero]
variations[zero] = copy.deepcopy(variations[component.glyphName])
for shape, offset in zip(variations[zero], moved, strict=True):
    assert shape.axes == offset.axes
    x0, y0 = offset.coordinates[0]
    shape.coordinates = [
        (round(x0 + x * SCALE), round(y0 + y * SCALE)) for x, y in shape.coordinates[:-METRIC_POINTS]
    ] + offset.coordinates[-METRIC_POINTS:]
glyphs[zero] = outline

font.flavor = "woff2"
font.save("digits.woff2")
