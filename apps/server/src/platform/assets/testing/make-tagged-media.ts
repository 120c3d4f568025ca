import { deflateSync } from 'node:zlib'
import { makeMp4Box, makeTrack } from './make-video.ts'

/** The metadata that the files of this module carry. */
export const mediaMetadata = {
  hasLocation: true,
  coordinates: { latitude: 53.41, longitude: -2.99 },
  author: 'Sefton Photographer',
  copyright: '2026 Sefton',
  camera: 'Optica Pocket 9',
  software: 'Darkroom 3',
}

export const mediaPlace = '+53.4084-002.9917+012/'
const { author, copyright, software } = mediaMetadata

export const mediaXmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:Description xmp:CreatorTool="${software}" tiff:Model="Optica Pocket 9" exif:GPSLatitude="53,24.5N"
  exif:GPSLongitude="2,59.5W"><dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq></dc:creator>
<dc:rights><rdf:Alt><rdf:li>${copyright}</rdf:li></rdf:Alt></dc:rights></rdf:Description></x:xmpmeta>`

const uint32 = (value: number) => Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255])
const uint16 = (value: number) => Buffer.from([value >>> 8, value & 255])

/** Builds a box whose type is given as a number, as items of a list with keys are. */
function makeNumberedBox(type: number, content: Buffer): Buffer {
  return makeMp4Box(uint32(type).toString('latin1'), content)
}

/** Builds an MP4 with these boxes in its moov, after its data, as a phone writes it. */
export function makeMp4(moov: readonly Buffer[], after: readonly Buffer[] = []): Buffer {
  return Buffer.concat([
    makeMp4Box('ftyp', Buffer.from('qt  \0\0\0\0qt  ', 'latin1')),
    makeMp4Box('mdat', Buffer.alloc(100)),
    makeMp4Box('moov', makeMp4Box('mvhd', Buffer.alloc(100)), makeTrack('vide'), ...moov),
    ...after,
  ])
}

/** Builds a tag of QuickTime: its size and language come before the text. */
export function makeUserDataText(type: string, text: string): Buffer {
  return makeMp4Box(type, uint16(Buffer.byteLength(text)), uint16(0x15c7), Buffer.from(text))
}

const handlerOf = (type: string) => makeMp4Box('hdlr', Buffer.alloc(8), Buffer.from(type, 'latin1'), Buffer.alloc(13))
const makeItemData = (type: number, value: Buffer) => makeMp4Box('data', uint32(type), uint32(0), value)

/** Builds the names and values of Apple's and Android's phones. */
export function makeKeyedMeta(values: Readonly<Record<string, string>>): Buffer {
  const names = Object.keys(values).map((name) => makeMp4Box('mdta', Buffer.from(name)))
  const items = Object.values(values).map((value, index) =>
    makeNumberedBox(index + 1, makeItemData(1, Buffer.from(value))),
  )
  const keys = makeMp4Box('keys', uint32(0), uint32(names.length), ...names)
  return makeMp4Box('meta', handlerOf('mdta'), keys, makeMp4Box('ilst', ...items))
}

/** Videos of every way in which tags are written, by name. */
export const taggedVideos: Readonly<Record<string, Buffer>> = {
  'QuickTime user data': makeMp4([
    makeMp4Box(
      'udta',
      makeUserDataText('©xyz', mediaPlace),
      makeUserDataText('©ART', author),
      makeUserDataText('©cpy', copyright),
      makeUserDataText('©mak', 'Optica'),
      makeUserDataText('©mod', 'Optica Pocket 9'),
      makeUserDataText('©swr', software),
    ),
  ]),
  'keys of a phone': makeMp4([
    makeKeyedMeta({
      'com.apple.quicktime.location.accuracy.horizontal': '4.7',
      'com.apple.quicktime.location.ISO6709': mediaPlace,
      'com.apple.quicktime.make': 'Optica',
      'com.apple.quicktime.model': 'Pocket 9',
      'com.apple.quicktime.software': software,
      'com.apple.quicktime.author': author,
      'com.apple.quicktime.copyright': copyright,
    }),
  ]),
  'an iTunes list and 3GPP': makeMp4([
    makeMp4Box(
      'udta',
      makeMp4Box(
        'meta',
        uint32(0),
        handlerOf('mdir'),
        makeMp4Box(
          'ilst',
          makeMp4Box('©ART', makeItemData(2, Buffer.from(author, 'utf16le').swap16())),
          makeMp4Box('©too', makeItemData(1, Buffer.from(software))),
          // A cover is no text.
          makeMp4Box('covr', makeItemData(13, Buffer.alloc(5_000, 65))),
        ),
      ),
      makeMp4Box('cprt', uint32(0), uint16(0x15c7), Buffer.from(`${copyright}\0`)),
      // A name, a role, and longitude and latitude in units of 1/65,536 degrees.
      makeMp4Box(
        'loci',
        uint32(0),
        uint16(0x15c7),
        Buffer.from('Pier\0\0'),
        ...[-2.9917, 53.4084, 0].map((degrees) => uint32(Math.round(degrees * 65_536))),
      ),
      makeUserDataText('©mod', 'Optica Pocket 9'),
    ),
  ]),
  'XMP beside the film': makeMp4(
    [],
    [makeMp4Box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), Buffer.from(mediaXmp))],
  ),
}

/** Builds an element of Matroska; without a size when `hasSize` is false. */
export function makeElement(id: string, parts: readonly (Buffer | string)[], hasSize = true): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const size = Buffer.alloc(8, 0xff)
  if (hasSize) size.writeBigUInt64BE(BigInt(content.length))
  size[0] = 1
  return Buffer.concat([Buffer.from(id, 'hex'), size, content])
}

const makeSimpleTag = (name: string, value: string) =>
  makeElement('67c8', [makeElement('45a3', [name]), makeElement('4487', [value])])

/** Builds a WebM whose tags come after the film; `isLive` is a recording that names no sizes. */
export function makeWebm(isLive: boolean, tags: Readonly<Record<string, string>> = webmTags): Buffer {
  const info = makeElement('1549a966', [makeElement('4d80', ['Lavf61.1']), makeElement('5741', [software])])
  const block = makeElement('a3', [Buffer.alloc(5_000)])
  const cluster = makeElement('1f43b675', [makeElement('e7', [Buffer.alloc(1)]), block, block], !isLive)
  const written = Object.entries(tags).map(([name, value]) => makeSimpleTag(name, value))
  const tag = makeElement('7373', [makeElement('63c0', []), ...written])
  return Buffer.concat([
    makeElement('1a45dfa3', [makeElement('4282', ['webm'])]),
    makeElement('18538067', [info, cluster, cluster, makeElement('1254c367', [tag])], !isLive),
  ])
}

const webmTags = {
  ENCODER: 'Lavf61.1',
  ARTIST: author,
  COPYRIGHT: copyright,
  LOCATION: mediaPlace,
  MAKE: 'Optica',
  'com.android.model': 'Pocket 9',
}

const pdfStart = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'

/** Builds a stream of a PDF from its dictionary's entries and its data. */
export function makePdfStream(entries: string, data: Uint8Array): string {
  return `<< ${entries} /Length ${data.length} >>\nstream\n${Buffer.from(data).toString('latin1')}\nendstream`
}

/** Builds a PDF of these objects, numbered from 1, with a table as text. */
export function makePdf(objects: readonly string[], trailer = '/Root 1 0 R /Info 2 0 R'): Buffer {
  let text = pdfStart
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}`
  const end = `trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + end, 'latin1')
}

/** Builds a PDF whose objects are packed in a stream, and whose table is one, as most writers do today. */
export function makePackedPdf(packed: readonly string[]): Buffer {
  let body = ''
  const pairs = packed.map((object, index) => {
    const pair = `${index + 1} ${body.length}`
    body += `${object} `
    return pair
  })
  const header = `${pairs.join(' ')} `
  const container = packed.length + 1
  const entries = `/Type /ObjStm /N ${packed.length} /First ${header.length} /Filter /FlateDecode`
  const objects = makePdfStream(entries, deflateSync(Buffer.from(header + body, 'latin1')))
  const containerText = `${container} 0 obj\n${objects}\nendobj\n`
  const tableOffset = pdfStart.length + containerText.length
  const rows = [
    [0, 0, 0],
    ...packed.map((_, index) => [2, container, index]),
    [1, pdfStart.length, 0],
    [1, tableOffset, 0],
  ].map(([type = 0, second = 0, third = 0]) => Buffer.from([type, second >> 8, second & 255, third]))
  // The predictor Up: each row begins with its kind and holds the differences from the row above.
  const predicted = rows.map((row, index) =>
    Buffer.from([2, ...row.map((byte, column) => byte - (rows[index - 1]?.[column] ?? 0))]),
  )
  const table = makePdfStream(
    `/Type /XRef /W [1 2 1] /Size ${rows.length} /Root 1 0 R /Info 2 0 R /Filter /FlateDecode ` +
      '/DecodeParms << /Predictor 12 /Columns 4 >>',
    deflateSync(Buffer.concat(predicted)),
  )
  const end = `${container + 1} 0 obj\n${table}\nendobj\nstartxref\n${tableOffset}\n%%EOF\n`
  return Buffer.from(pdfStart + containerText + end, 'latin1')
}

/** PDFs that name their author and program, by how they are written. */
export const taggedPdfs: Readonly<Record<string, Buffer>> = {
  'an Info dictionary': makePdf([
    '<< /Type /Catalog >>',
    `<< /Author (Sefton \\(Photographer\\)) /Creator <${Buffer.from(software).toString('hex')}> /Producer (Lib 1) >>`,
  ]),
  'packed objects': makePackedPdf([
    '<< /Type /Catalog >>',
    `<< /Author 3 0 R /Producer (${software}) >>`,
    `<feff${Buffer.from('Sefton (Photographer)', 'utf16le').swap16().toString('hex')}>`,
  ]),
  XMP: makePdf(
    ['<< /Type /Catalog /Metadata 2 0 R >>', makePdfStream('/Type /Metadata /Subtype /XML', Buffer.from(mediaXmp))],
    '/Root 1 0 R',
  ),
  'packed XMP': makePdf(
    [
      '<< /Type /Catalog /Metadata 2 0 R >>',
      makePdfStream('/Type /Metadata /Filter /FlateDecode', deflateSync(Buffer.from(mediaXmp))),
    ],
    '/Root 1 0 R',
  ),
}
