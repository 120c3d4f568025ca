/** Builds an MP4 box. */
export function makeMp4Box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** Builds a video (`vide`) or sound (`soun`) track for a moov box, without samples. */
export function makeTrack(handlerType: 'vide' | 'soun'): Buffer {
  const handler = Buffer.concat([Buffer.alloc(8), Buffer.from(handlerType), Buffer.alloc(13)])
  return makeMp4Box(
    'trak',
    makeMp4Box('tkhd', Buffer.alloc(84)),
    makeMp4Box('mdia', makeMp4Box('mdhd', Buffer.alloc(24)), makeMp4Box('hdlr', handler)),
  )
}

/** Builds a minimal MP4 file without any frames. */
export function makeVideo(data: Uint8Array, ...tracks: readonly Buffer[]): Buffer {
  const kind = makeMp4Box('ftyp', Buffer.from('mp42\0\0\0\0mp42isom', 'latin1'))
  return Buffer.concat([
    kind,
    makeMp4Box('moov', makeMp4Box('mvhd', Buffer.alloc(100)), ...tracks),
    makeMp4Box('mdat', data),
  ])
}
