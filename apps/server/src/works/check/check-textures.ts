import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { listOf, type Loose, objectOf, textOf, wholeOf } from './loose-json.ts'

/**
 * KTX2 is not decoded: a file may carry it beside a picture that is, of which it is then shown by. Refuses work.ktx2
 * (invalid) where there is nothing else.
 */
export function checkTextures(json: Loose): Result<null> {
  const images = listOf(json['images'])
  const packed = images.map(({ mimeType, uri }) => mimeType === 'image/ktx2' || /\.ktx2$/i.test(textOf(uri) ?? ''))
  const alone = listOf(json['textures']).some(({ source, extensions }) =>
    source === undefined
      ? objectOf(extensions)['KHR_texture_basisu'] !== undefined
      : packed[wholeOf(source, -1)] === true,
  )
  return alone ? refuse('work.ktx2', 'invalid') : ok(null)
}
