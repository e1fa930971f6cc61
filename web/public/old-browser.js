// Puts a sentence in place of the logo that would otherwise stay for good in a browser that cannot run the app. Written for
// such browsers: only what they all have. browser-check.js loads it there alone.
function nameBrowsersThatCan(root) {
  var box = document.createElement('div')
  function add(tag, text) {
    var element = document.createElement(tag)
    element.appendChild(document.createTextNode(text))
    box.appendChild(element)
    return element
  }
  box.setAttribute('role', 'alert')
  box.style.maxWidth = '32em'
  box.style.margin = '0 auto'
  box.style.padding = '3em 1.25em'
  box.style.fontFamily = 'sans-serif'
  box.style.lineHeight = '1.8'
  add('h1', 'متصفحك قديم على حصّة').style.fontSize = '1.5em'
  add('p', 'حصّة محتاجة متصفح أحدث علشان الحجز والمكالمات يشتغلوا صح. حدّث المتصفح ده، أو افتح الصفحة من واحد من دول:')
  add('p', 'Chrome · Safari · Firefox · Edge · Samsung Internet').setAttribute('dir', 'ltr')
  add('p', 'لو فتحت الرابط من جوّه فيسبوك أو ماسنجر، دوس على القايمة واختار «افتح في المتصفح».')
  while (root.firstChild) root.removeChild(root.firstChild)
  root.appendChild(box)
}

nameBrowsersThatCan(document.getElementById('root'))
