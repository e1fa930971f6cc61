// See old-browser.js. Every visitor loads this, so it is small.
var script = document.createElement('script')
if (
  !('noModule' in script && Array.prototype.findLastIndex && window.CSS) ||
  !window.CSS.supports('color', 'color-mix(in oklab, red, blue)')
) {
  script.src = '/old-browser.js'
  document.head.appendChild(script)
}
