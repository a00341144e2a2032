import { Learner } from '@ol/core'

const file = 'notes.ol'

/** Returns the model that this browser keeps for this page, or a new one.
 * @returns {Promise<Learner<string>>}
 */
export async function load() {
  try {
    const folder = await navigator.storage.getDirectory()
    const stored = await (await folder.getFileHandle(file)).getFile()
    return Learner.fromBytes(new Uint8Array(await stored.arrayBuffer()))
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
    return new Learner({
      // a list that the user adds becomes a class
      classes: ['home', 'work'],
      mostClasses: 20,
      loss: 'logistic',
      rule: 'nag',
      bits: 14,
      // in a handful of notes the words count, and not which list is used most
      constant: false,
    })
  }
}

/** @param {Learner<string>} model */
export async function save(model) {
  const folder = await navigator.storage.getDirectory()
  const stream = await (await folder.getFileHandle(file, { create: true })).createWritable()
  // the file is replaced whole when the stream is closed, and a page that is left before keeps the old one
  await stream.write(model.toBytes())
  await stream.close()
}

export async function forget() {
  const folder = await navigator.storage.getDirectory()
  await folder.removeEntry(file).catch((error) => {
    if (error.name !== 'NotFoundError') throw error
  })
}
