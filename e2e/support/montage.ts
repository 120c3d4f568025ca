import sharp from 'sharp'

/** Joins pictures of the same size in rows, each scaled to this width in pixels. */
export async function saveMontage(
  file: string,
  pictures: readonly Buffer[],
  { pictureWidth, columns }: { pictureWidth: number; columns: number },
): Promise<void> {
  const scaled = await Promise.all(pictures.map(async (png) => sharp(png).resize({ width: pictureWidth }).toBuffer()))
  const { height } = await sharp(scaled[0]).metadata()
  const montage = sharp({
    create: {
      width: columns * pictureWidth,
      height: Math.ceil(scaled.length / columns) * height,
      channels: 3,
      background: 'white',
    },
  }).composite(
    scaled.map((input, index) => ({
      input,
      left: (index % columns) * pictureWidth,
      top: Math.floor(index / columns) * height,
    })),
  )
  await montage.png({ palette: true }).toFile(file)
}
