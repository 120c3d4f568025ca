import { sanitizeName } from '@veranda/core/assets/sanitize-name.ts'

const maxLength = 120

/** Returns text of an untrusted file on one line and cut to a length that a screen can show; null if nothing is left. */
export function toMetadataText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  // Cut first: a file may hold megabytes of text.
  const text = sanitizeName(value.slice(0, 4 * maxLength), ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text === '' ? null : text.slice(0, maxLength).toWellFormed()
}

/** Returns the name of a camera from its make and model. Most cameras repeat the make at the start of the model. */
export function cameraName(make: string | null, model: string | null): string | null {
  return make !== null && model !== null && !model.startsWith(make) ? `${make} ${model}` : (model ?? make)
}
