import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Output,
  WebMOutputFormat,
} from 'mediabunny'

/** A WebM that a browser plays: the film of the demo data once a second. From 75 seconds on an upload of it has two parts. */
export async function longVideo(seconds: number): Promise<Buffer> {
  const film = readFileSync(join(import.meta.dirname, '../../db/demo/intro-video.webm'))
  const track = await new Input({ source: new BufferSource(film), formats: ALL_FORMATS }).getPrimaryVideoTrack()
  if (!track) throw new Error('The film has no picture')
  const packets: EncodedPacket[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  const decoderConfig = await track.getDecoderConfig()
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedVideoPacketSource('vp8')
  output.addVideoTrack(source)
  await output.start()
  const duration = 1 / packets.length
  for (let second = 0; second < seconds; second++)
    for (const [index, packet] of packets.entries())
      await source.add(packet.clone({ timestamp: second + index * duration, duration }), {
        ...(decoderConfig ? { decoderConfig } : {}),
      })
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
