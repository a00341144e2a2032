import { forget, load, save } from './stored-model.js'

/** @type {<T extends HTMLElement>(id: string) => T} */
const element = (id) => /** @type {any} */ (document.getElementById(id))
const note = /** @type {HTMLInputElement} */ (element('note'))
const name = /** @type {HTMLInputElement} */ (element('name'))
const lists = element('lists')
const status = element('status')

/** @param {string} text */
const featuresOf = (text) => ({ words: text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [] })

/** Says what went wrong where the user sees it; the page stays usable.
 * @param {unknown} error
 */
function complain(error) {
  console.error(error)
  status.textContent = `That did not work: ${error instanceof Error ? error.message : error}`
}

const model = await load().catch((error) => {
  complain(error)
  throw error
})

/** Shows the lists with how likely the note belongs to each. */
function show() {
  const text = note.value.trim()
  const likely = model.probabilities(featuresOf(text))
  const best = likely.indexOf(Math.max(...likely))
  lists.replaceChildren(
    ...model.classes.map((list, k) => {
      const button = document.createElement('button')
      // Enter presses the button that submits: the suggestion
      button.type = text !== '' && k === best ? 'submit' : 'button'
      // the text of a user is never markup
      button.textContent = text === '' ? String(list) : `${list} ${Math.round(100 * likely[k])}%`
      button.classList.toggle('likely', text !== '' && k === best)
      button.addEventListener('click', () => put(String(list)))
      return button
    }),
  )
}

/** @param {string} list */
function put(list) {
  const text = note.value.trim()
  if (text === '' || list === '') return
  try {
    model.learn({ features: featuresOf(text), label: list })
  } catch (error) {
    complain(error)
    return
  }
  const entry = document.createElement('li')
  entry.textContent = `${list}: ${text}`
  element('filed').prepend(entry)
  note.value = ''
  status.textContent = `Learned from ${model.report().examples} notes.`
  show()
  note.focus()
  // learning takes less than a millisecond; writing the file does not hold up the page either
  saving = saving.then(() => save(model)).catch(complain)
}
let saving = Promise.resolve()

note.addEventListener('input', show)
element('form').addEventListener('submit', (event) => event.preventDefault())
element('add').addEventListener('click', () => {
  put(name.value.trim())
  name.value = ''
})
element('forget').addEventListener('click', () =>
  saving
    .then(forget)
    .then(() => location.reload())
    .catch(complain),
)
if (model.report().examples > 0) status.textContent = `Has learned from ${model.report().examples} notes.`
show()
