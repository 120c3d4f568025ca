import { expect, test } from 'vitest'
import sharp from 'sharp'
import { detectFileType, detectionBytes } from './detect-file-type.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const padded = (...parts: (Buffer | string)[]) =>
  Buffer.concat([...parts.map((part) => Buffer.from(part)), Buffer.alloc(detectionBytes)])
const movie = (brand: string) => padded(hex('00000018'), 'ftyp', brand, hex('00000200'), 'isom')
const ebml = (docType: string) =>
  padded(hex('1a45dfa3 9f 42868101 42f78101 42f28104 42f38108 4282'), hex('84'), docType, hex('42878104 42858102'))
const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#a53' } })

const heads: [string, Buffer, string | undefined][] = [
  ['PNG', await image.png().toBuffer(), 'image/png'],
  ['JPEG', await image.jpeg().toBuffer(), 'image/jpeg'],
  ['WebP', await image.webp().toBuffer(), 'image/webp'],
  ['GLB', padded('glTF', hex('02000000 40010000')), 'model/gltf-binary'],
  ['glTF', padded(' \n{\n "asset": {}'), 'model/gltf+json'],
  ['ZIP', padded(hex('504b0304 1400 0000 0000')), 'application/zip'],
  ['empty ZIP', hex(`504b0506${'00'.repeat(18)}`), 'application/zip'],
  [
    'ZIP that declares its format',
    padded(
      hex('504b0304 1400 0000 0000 0000 0000 00000000 14000000 14000000 0800 0000'),
      'mimetypeapplication/epub+zip',
    ),
    'application/zip',
  ],
  ['MP4', movie('isom'), 'video/mp4'],
  ['M4V', movie('M4V '), 'video/mp4'],
  ['MP4 of a phone', movie('3gp5'), 'video/mp4'],
  ['QuickTime', movie('qt  '), 'video/quicktime'],
  ['WebM', ebml('webm'), 'video/webm'],
  ['PDF', padded('%PDF-1.7\n'), 'application/pdf'],
  ['HEIC', movie('heic'), undefined],
  ['AVIF', movie('avif'), undefined],
  ['AVIF sequence', movie('avis'), undefined],
  ['another format in the container of WebM', ebml('webx'), undefined],
  ['GIF', padded('GIF89a'), undefined],
  ['SVG', padded('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['HTML', padded('<!doctype html><script>'), undefined],
  ['a program', padded(hex('7f454c46 020101')), undefined],
  ['text', padded('hello'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
]

test.each(heads)('%s', async (_, head, mediaType) => {
  expect((await detectFileType(head))?.mediaType).toBe(mediaType)
})

test('whatever the first bytes are, the type is one that we take or none', async () => {
  const mediaTypes = new Set(heads.map(([, , mediaType]) => mediaType))
  let seed = 7
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (const [name, head] of heads) {
    const hostileHeads = Array.from({ length: Math.min(head.length, 64) }, (_, length) => head.subarray(0, length))
    for (let round = 0; round < 200; round += 1) {
      const changed = Buffer.from(head)
      for (let change = 0; change < 4 && changed.length > 0; change += 1) {
        changed[next(Math.min(changed.length, 64))] = [0, 1, 0x7f, 0x80, 0xff, next(256)][next(6)] ?? 0
      }
      hostileHeads.push(changed)
    }
    for (const hostile of hostileHeads) expect(mediaTypes, name).toContain((await detectFileType(hostile))?.mediaType)
  }
})
