/** Base image of the Containerfile. */
export const baseImage = 'docker.io/library/node:24-trixie-slim'

/** A container that runs with a read-only root file system, without capabilities, and on the network of the machine. */
export interface ContainerSpec {
  image: string
  name: string
  /** Folder that is mounted at `/data`. It belongs to `user`. */
  dataDir: string
  user: { uid: number; gid: number }
  env: Record<string, string>
  /** Replaces the command of the image. */
  command?: readonly string[]
}

/** Builds and runs images with the command line of a container engine. */
export interface ContainerEngine {
  name: EngineName
  /** Pulls the base image. */
  pull(image: string): Promise<void>
  /** Builds the Containerfile on the base image that is present. */
  build(tag: string): Promise<void>
  /** Returns the size of all layers of an image in bytes. */
  size(image: string): Promise<number>
  /** Returns the command that runs a container in the foreground, forwards signals to it and ends with its exit code. */
  command(spec: ContainerSpec): Promise<string[]>
  /** Removes what is left of a container that has ended or was killed. */
  remove(spec: ContainerSpec): Promise<void>
}

export const engineNames = ['docker', 'podman', 'buildah'] as const
export type EngineName = (typeof engineNames)[number]
