import { existsSync, readFileSync } from 'node:fs'
import { StoreRefused } from '../store.ts'

// Layout of the write-ahead log and its index: https://sqlite.org/walformat.html
const walHeaderBytes = 32
const frameHeaderBytes = 24
const indexHeaderBytes = 48
const bigEndianChecksums = 0x377f0683

interface WalIndex {
  committedFrames: number
  /** Frames that are in the database file already, and no longer needed. */
  copiedFrames: number
  /** Names this use of the WAL; it changes each time that the WAL is begun anew. */
  salt: Buffer
}

/**
 * After a crash SQLite takes from the WAL what is whole and leaves the rest without a word, and events that were
 * answered would be gone. Its index lies in shared memory that outlives a killed process and says how much was
 * committed, always after that was on the disk; so a WAL with less than that was cut or damaged since.
 * To be called before the database is opened, for opening begins the index anew. Only by the service, under its lock:
 * closing the index drops every lock that this process has on it.
 */
export function refuseLostCommits(file: string): void {
  const index = readIndex(`${file}-shm`)
  if (!index || index.copiedFrames >= index.committedFrames) return
  const whole = wholeFrames(`${file}-wal`, index.salt)
  if (whole === 'another' || whole >= index.committedFrames) return
  // A command-line tool may have begun the WAL anew meanwhile.
  if (!readIndex(`${file}-shm`)?.salt.equals(index.salt)) return
  throw new StoreRefused(
    `the write-ahead log ${file}-wal was cut off or damaged: it holds ${whole} of ${index.committedFrames} committed pages, ` +
      'so events that were answered are missing. Put the whole file back, or restore a backup; ' +
      `to go on without what is missing, delete ${file}-shm while nothing uses the database`,
  )
}

/** Undefined when there is none that can be relied on: two copies are written, and a crash may come between them. */
function readIndex(file: string): WalIndex | undefined {
  if (!existsSync(file)) return undefined
  const bytes = readFileSync(file)
  const header = bytes.subarray(0, indexHeaderBytes)
  const copy = bytes.subarray(indexHeaderBytes, 2 * indexHeaderBytes)
  if (bytes.length < 100 || header[12] !== 1 || !header.equals(copy)) return undefined
  const view = new Uint32Array(Uint8Array.from(bytes.subarray(0, 100)).buffer)
  return { committedFrames: view[4]!, copiedFrames: view[24]!, salt: header.subarray(32, 40) }
}

/** Frames from the start whose checksums hold, or `another` when the WAL is not the one that the index speaks of. */
function wholeFrames(file: string, salt: Buffer): number | 'another' {
  const wal = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  if (wal.length < walHeaderBytes) return 0
  if (!wal.subarray(16, 24).equals(salt)) return 'another'
  const checksum = rollingChecksum(wal.readUInt32BE(0) === bigEndianChecksums)
  checksum.add(wal.subarray(0, 24))
  const frameBytes = frameHeaderBytes + wal.readUInt32BE(8)
  let frames = 0
  for (let at = walHeaderBytes; at + frameBytes <= wal.length; at += frameBytes) {
    checksum.add(wal.subarray(at, at + 8))
    checksum.add(wal.subarray(at + frameHeaderBytes, at + frameBytes))
    const whole = wal.subarray(at + 8, at + 16).equals(salt) && checksum.is(wal, at + 16)
    if (!whole) break
    frames += 1
  }
  return frames
}

/** Runs over the whole WAL: each frame's checksum includes the ones before. */
function rollingChecksum(bigEndian: boolean) {
  let [first, second] = [0, 0]
  return {
    add(bytes: Buffer) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      for (let at = 0; at < bytes.length; at += 8) {
        first = (first + view.getUint32(at, !bigEndian) + second) >>> 0
        second = (second + view.getUint32(at + 4, !bigEndian) + first) >>> 0
      }
    },
    is: (wal: Buffer, at: number) => wal.readUInt32BE(at) === first && wal.readUInt32BE(at + 4) === second,
  }
}
