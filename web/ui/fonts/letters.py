"""
Makes letters.woff2: of Cairo's Arabic face the letters and marks of an Arabic text of today, and the four that foreign names are
written with, from the weight of running text upwards. Half the bytes of the whole face, which a page fetches only where it shows
another letter.

    pip install fonttools brotli
    python letters.py cairo-arabic-wght-normal.woff2      from @fontsource-variable/cairo 5.3.0
"""

import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

# As in fonts.css.
LETTERS = [0x60C, 0x61B, 0x61F, *range(0x621, 0x63B), *range(0x640, 0x653), *range(0x66A, 0x66D), 0x670]
FOREIGN = [0x67E, 0x686, 0x6A4, 0x6AF]
# Stands for the marks of direction, which have no shape: without it a browser would look for them in the whole face.
SPACE = 0x20

font = instancer.instantiateVariableFont(TTFont(sys.argv[1]), {"wght": (400, 1000)})
options = subset.Options(hinting=False, notdef_outline=False)
options.name_IDs = [0, 13, 14]
subsetter = subset.Subsetter(options)
subsetter.populate(unicodes=[*LETTERS, *FOREIGN, SPACE])
subsetter.subset(font)
font.flavor = "woff2"
font.save("letters.woff2")
