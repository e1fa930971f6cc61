import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlOf, innerText, isWellFormed, shownText } from './rich-text.ts'

describe('rich text', () => {
  it('may be plain', () => {
    for (const text of ['', 'أحسنت', '5 < 6 & 7 > 2', 'I <3 lessons', 'a <', '< b'])
      expect(isWellFormed(text), text).toBe(true)
  })

  it('may hold paired tags of the list', () => {
    for (const html of [
      '<p>أحسنت</p>',
      '<ul><li>a</li><li><b>b</b></li></ul>',
      'a<br>b<br/>c',
      '<P>a</p >',
      '<h3><i><strong>a</strong></i></h3>',
    ])
      expect(isWellFormed(html), html).toBe(true)
  })

  it('holds nothing else', () => {
    const unpaired = ['<p>a', 'a</p>', '<b><i>a</b></i>', '<p', 'a <b']
    const foreign = [
      '<script>a</script>',
      '<a>a</a>',
      '<p class="a">a</p>',
      '<b onclick=x>a</b>',
      '<!-- a -->',
      '<?php ?>',
      '<img src=x>',
      '<svg/onload=a>',
    ]
    for (const html of [...unpaired, ...foreign, '<p<script>>a</p>']) expect(isWellFormed(html), html).toBe(false)
  })

  it('never passes a tag with an attribute or a name off the list, whatever it is made of', () => {
    const piece = fc.constantFrom('<', '>', '/', 'p', 'b', 'script', ' ', '=', '"', 'onload', 'br', 'text', '!', '-')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const html = pieces.join('')
        const tags = html.match(/<[a-z/!?][^>]*>?/gi) ?? []
        if (isWellFormed(html))
          expect(tags.filter((tag) => !/^<\/?(?:b|i|strong|p|ul|li|br|div|h3)\s*\/?>$/i.test(tag))).toEqual([])
      }),
    )
  })

  it('is as long as its visible text', () => {
    expect(innerText('<p> أحسنت </p>')).toBe('أحسنت')
    expect(innerText('<div>a</div><div>b</div>')).toBe('a\nb')
    expect(innerText('5 &lt; 6 &amp; 7')).toBe('5 < 6 & 7')
    expect(innerText('I <3 it')).toBe('I <3 it')
    expect(innerText('<p><br></p>')).toBe('')
  })

  it('is no text where nothing of it is visible, between tags or as references too', () => {
    for (const html of [
      '<p>\u2800\u3164</p>',
      '<b>\u200b</b><br>',
      '&nbsp;&nbsp;',
      '&#8203;',
      '&#x2800;&#X3164;',
      '&#8203',
      '<i>&zwnj;&shy;&emsp13;</i>',
      '&ZeroWidthSpace;&Tab;&NoBreak;',
      '&#0;&#32;&#xE0041;',
    ])
      expect([html, shownText(html)]).toEqual([html, ''])
    for (const html of ['&#1575;', '&#x1F600;', '&#1114112;', 'a&#8203;', '&copy;', '&', '#8203;', '&lt;'])
      expect([html, shownText(html)]).toEqual([html, innerText(html)])
  })
})

describe('text and its HTML', () => {
  it('are converted into each other', () => {
    expect(htmlOf(' 5 < 6 & 7 > 2 & 1 < 3 ')).toBe('5 &lt; 6 &amp; 7 &gt; 2 &amp; 1 &lt; 3')
    expect(innerText('&lt;&gt;&amp;&quot;&apos;&#39;a&nbsp;b&foo;')).toBe("<>&\"''a b&foo;")
    expect(innerText('a<br>b<br/>c<br  />d<p>e</p>f')).toBe('a\nb\nc\nd' + 'e\nf')
  })

  it('a tag has its name and nothing before it', () => {
    expect(isWellFormed('<div>a</div>')).toBe(true)
    for (const html of ['<!b>a</b>', '<?b>a</b>', '</>', '<//b>', '<b>a<//b>'])
      expect(isWellFormed(html), html).toBe(false)
  })
})
