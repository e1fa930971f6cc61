// Runs in pages that the edge has rendered. Fetches the app after the first paint. Until React listens, it keeps what is typed
// or chosen, and the last press or sent form; once hydrated, the app calls `hessaHydrated`, which does them again.
{
  const { app } = document.currentScript.dataset
  requestAnimationFrame(() => setTimeout(() => import(app)))
  const did = { typed: new Map(), press: null }
  const onInput = ({ target }) => did.typed.set(target, target.value)
  const onPress = (event) => {
    const control = event.submitter ?? event.target.closest?.('button, [type=radio], [type=checkbox], form')
    if (!control || (event.type === 'click' && control.matches('form'))) return
    event.preventDefault()
    event.stopImmediatePropagation()
    did.press = control
  }
  const events = { input: onInput, change: onInput, click: onPress, submit: onPress }
  for (const [name, listener] of Object.entries(events)) addEventListener(name, listener, true)
  window.hessaHydrated = () => {
    for (const [name, listener] of Object.entries(events)) removeEventListener(name, listener, true)
    // React first hydrates what the mouse goes down on, and tabs listen to nothing else.
    for (const it of [...did.typed.keys(), did.press]) it?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    for (const [field, value] of did.typed) {
      // Through React's own setter another value, which it compares with; through the element's own the value.
      field.value = `${value}.`
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
    // After the render that the events above have caused.
    setTimeout(() => did.press?.[did.press.matches('form') ? 'requestSubmit' : 'click']())
  }
}
