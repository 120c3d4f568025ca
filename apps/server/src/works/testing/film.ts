/** A box of an MP4 file. */
export function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** A track of a table of contents that holds pictures (`vide`) or sound (`soun`), and nothing of its samples. */
export function track(holds: 'vide' | 'soun'): Buffer {
  const handler = Buffer.concat([Buffer.alloc(8), Buffer.from(holds), Buffer.alloc(13)])
  return box('trak', box('tkhd', Buffer.alloc(84)), box('mdia', box('mdhd', Buffer.alloc(24)), box('hdlr', handler)))
}

/** What a file of that kind consists of; nothing can be seen in it. */
export function film(data: Uint8Array, ...tracks: readonly Buffer[]): Buffer {
  const kind = box('ftyp', Buffer.from('mp42\0\0\0\0mp42isom', 'latin1'))
  return Buffer.concat([kind, box('moov', box('mvhd', Buffer.alloc(100)), ...tracks), box('mdat', data)])
}
