internal import ArgumentParser
internal import AuxDepthKit

/// The containers that a command writes.
protocol ContainerList {
  static var containers: [ImageContainer] { get }
}

/// The containers of photos with auxiliary images.
enum PhotoContainers: ContainerList {
  static let containers = ImageContainer.allCases.filter(\.holdsAuxiliaryImages)
}

/// The containers of pictures.
enum PictureContainers: ContainerList {
  static let containers = ImageContainer.pictures
}

/// A container as the command line names it, or by an extension of its files.
struct ContainerArgument<List: ContainerList>: ExpressibleByArgument {
  /// The container.
  let container: ImageContainer

  static var allValueStrings: [String] { List.containers.map(\.rawValue) }

  init?(argument: String) {
    let name = argument.lowercased()
    guard
      let container = List.containers.first(where: {
        $0.rawValue == name || $0.outputExtensions.contains(name)
      })
    else { return nil }
    self.container = container
  }
}
