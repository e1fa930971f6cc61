"""
Makes punctuation.woff2: the spaces and marks of Cairo that stand in Arabic text too, from the weight of running text upwards, without its
Latin letters. A page in Arabic then needs no more of that face, and its lines break where they did before the letters arrive.

    pip install fonttools brotli
    python punctuation.py cairo-latin-wght-normal.woff2      from @fontsource-variable/cairo 5.3.0
"""

import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

# As in fonts.css.
MARKS = [*range(0x20, 0x30), *range(0x3A, 0x40), 0xA0, 0xAB, 0xB7, 0xBB, 0x2013, 0x2014, 0x2026]

font = instancer.instantiateVariableFont(TTFont(sys.argv[1]), {"wght": (400, 1000)})
options = subset.Options(layout_features=[], hinting=False, notdef_outline=False)
options.name_IDs = [0, 13, 14]
subsetter = subset.Subsetter(options)
subsetter.populate(unicodes=MARKS)
subsetter.subset(font)
font.flavor = "woff2"
font.save("punctuation.woff2")
