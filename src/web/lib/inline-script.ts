/**
 * The one inline script of every page. It is constant, so that one hash in the Content-Security-Policy serves all
 * pages, cached ones included; data that differs between pages is in JSON blocks, which need no hash.
 *
 * Before the first paint it sets the theme and the navigation to show, and gives the current history entry a key of its
 * own, by which React Router remembers its scroll position: without one, all pages opened by their URL would share the
 * key "default", and each would start where the last one was left. Then it keeps React off the critical path. When the
 * browser is idle after `load`, React's files are fetched; they run at the first sign of a reader: a touch, a key, a move
 * (not of a pointer resting where the page appeared), a scroll, or focus. They run without it for signed-in users, for
 * URLs that pass the page something, and where this tab keeps input that a form may show, and at once where a page is empty
 * without them. A button or checkbox pressed, or a choice made in a select, before React is ready is replayed once it is.
 */
export const inlineScript = `(() => {
const root = document.documentElement
const read = (place, key) => { try { return window[place].getItem(key) } catch { return null } }
const theme = read('localStorage', 'theme')
if (theme) root.dataset.theme = theme
root.dataset.session = read('localStorage', 'accessToken') || read('sessionStorage', 'accessToken') ? 'in' : 'out'
if (!history.state?.key) history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2, 10) }, '')

const json = (id) => JSON.parse(document.getElementById(id)?.textContent ?? 'null')
const load = (url) => import(url)
const fetchAhead = () => {
  const { manifest, entry, imports, routes } = json('page-modules') ?? { imports: [], routes: [] }
  for (const href of [manifest, entry, ...imports, ...routes.flatMap(([, urls]) => urls)].filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
}
const run = async () => {
  const modules = json('page-modules')
  if (!modules) return
  const { manifest, entry, imports, routes } = modules
  // Zod would try out whether it may make functions of text, and be reported for it: it may not.
  window.__zod_globalConfig = { jitless: true }
  const context = json('page-context')
  const data = new TextEncoder().encode(json('page-data'))
  context.stream = new ReadableStream({ start(to) { to.enqueue(data); to.close() } })
  window.__reactRouterContext = context
  imports.forEach(load)
  const loading = routes.map(async ([id, urls]) => [id, Object.assign({}, ...(await Promise.all(urls.map(load))))])
  const [entries] = await Promise.all([Promise.all(loading), load(manifest)])
  window.__reactRouterRouteModules = Object.fromEntries(entries)
  await load(entry)
}
const touches = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'touchstart', 'wheel', 'scroll']
const touched = ({ type, movementX, movementY }) => {
  if (type !== 'pointermove' || movementX || movementY) start()
}
let started = false
const start = () => {
  if (started) return
  started = true
  touches.forEach((type) => removeEventListener(type, touched, true))
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run)
  else run()
}
touches.forEach((type) => addEventListener(type, touched, { passive: true, capture: true }))
const idle = window.requestIdleCallback || ((then) => setTimeout(then, 200))
const keepsInput = () => { try { return Object.keys(sessionStorage).some((key) => key.startsWith('draft:')) } catch { return false } }
const unasked = root.dataset.session === 'in' || location.search || location.hash || keepsInput()
addEventListener('load', () => idle(unasked ? start : fetchAhead, { timeout: 3000 }))
addEventListener('DOMContentLoaded', () => { if (json('page-modules')?.eager) start() })

let pressed, chosen
const hold = (event) => {
  const button = event.target instanceof Element && event.target.closest('button:not([popovertarget]), [type=checkbox]')
  if (!button) return
  event.preventDefault()
  event.stopImmediatePropagation()
  pressed = button
}
const note = ({ target }) => { if (target instanceof HTMLSelectElement) chosen = target }
addEventListener('click', hold, true)
addEventListener('change', note, true)
addEventListener('hydrated', () => {
  removeEventListener('click', hold, true)
  removeEventListener('change', note, true)
  // React tells of it from an effect, and shows what is done by then later than the next reads it.
  setTimeout(() => {
    if (chosen && chosen.isConnected) chosen.dispatchEvent(new Event('change', { bubbles: true }))
    if (pressed && pressed.isConnected) pressed.click()
  })
}, { once: true })
})()`
