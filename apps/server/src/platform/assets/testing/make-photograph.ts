import sharp from 'sharp'

/** Texts and block names that must not be in what others get of `makePhotograph`. */
export const photographSecrets = [
  'Exif',
  'GPS',
  'Sefton',
  'Pocket 9',
  'Darkroom 3',
  'ns.adobe.com',
  '8BIM',
  'Liverpool',
]

/** The metadata that `makePhotograph` writes. */
export const photographMetadata = {
  hasLocation: true,
  coordinates: { latitude: 53.41, longitude: -2.99 },
  author: 'Sefton Photographer',
  copyright: '2026 Sefton',
  camera: 'Optica Pocket 9',
  software: 'Darkroom 3',
}

/**
 * Makes a photograph as a phone does: 60 by 40 pixels, red at the left and blue at the right, to be turned clockwise for
 * display; with EXIF, GPS, XMP and a Display P3 profile, and as a JPEG with IPTC.
 */
export async function makePhotograph(format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  const half = { width: 30, height: 40, channels: 3 } as const
  const image = await sharp({ create: { ...half, width: 60, background: '#ff0000' } })
    .composite([{ input: { create: { ...half, background: '#0000ff' } }, left: 30, top: 0 }])
    .png()
    .toBuffer()
  const photograph = await sharp(image)
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: {
        Make: 'Optica',
        Model: 'Optica Pocket 9',
        Software: 'Darkroom 3',
        Artist: 'Sefton Photographer',
        Copyright: '2026 Sefton',
      },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '53/1 24/1 3012/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '2/1 59/1 3000/100',
      },
    })
    .withXmp(xmpPacket)
    .toFormat(format, { quality: 95 })
    .toBuffer()
  return format === 'jpeg'
    ? Buffer.concat([photograph.subarray(0, 2), iptcSegment(), photograph.subarray(2)])
    : photograph
}

const xmpPacket = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
  xmlns:exif="http://ns.adobe.com/exif/1.0/" xmp:CreatorTool="Darkroom 3" exif:GPSLatitude="53,24.5N"
  exif:GPSLongitude="2,59.5W">
<dc:creator><rdf:Seq><rdf:li>Sefton Photographer</rdf:li></rdf:Seq></dc:creator>
<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">2026 Sefton</rdf:li></rdf:Alt></dc:rights>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/** Returns a JPEG segment APP13 with the city and the author in IPTC. */
function iptcSegment(): Buffer {
  const dataSet = (number: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, number, 0, text.length]), Buffer.from(text)])
  const iptc = Buffer.concat([dataSet(90, 'Liverpool'), dataSet(80, 'Sefton Photographer')])
  const padded = iptc.length % 2 === 0 ? iptc : Buffer.concat([iptc, Buffer.from([0])])
  const resource = Buffer.concat([
    Buffer.from('8BIM\u0004\u0004\0\0', 'latin1'),
    Buffer.from([0, 0, iptc.length >> 8, iptc.length & 255]),
    padded,
  ])
  const content = Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), resource])
  const length = content.length + 2
  return Buffer.concat([Buffer.from([0xff, 0xed, length >> 8, length & 255]), content])
}
