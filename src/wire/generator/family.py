"""Families: services whose requests and responses share one set of types, with the paths of their files."""

import os

from generator.compatibility import Compatibility
from generator.model import Model, read_operations


class Family:
    """`folder` is the name of three folders: the operations in src/api, the shapes, and the generated files. "" means
    the parent folder itself. `sources` has the shape files by service.
    """

    def __init__(self, folder, namespace, sources, parts, package):
        self.folder = folder
        self.namespace = namespace
        self.sources = sources
        self.parts = parts  # number of source files per direction, which compile in parallel
        self.package = package  # of the structures, in a Java server's texts

    def shapes_namespace(self):
        return f"{self.folder}_shapes" if self.folder else "shapes"

    def path(self, top, name):
        """Returns the path of a file in this family's part of a folder: api/types.h, api/autoscaling/types.h."""
        return "/".join(part for part in (top, self.folder, name) if part)

    def operations(self, api):
        return read_operations(self.path(api, "operations.inc"))

    def model(self, shapes, api):
        sources = self._sources(shapes)
        return Model(sources, self.path(shapes, "overlay.json"), self.operations(api))

    def compatibility(self, shapes, api):
        notes = self.path(shapes, "compatibility.json")
        return Compatibility(self._sources(shapes), notes, self.operations(api))

    def _sources(self, shapes):
        return {service: os.path.join(shapes, name) for service, name in self.sources.items()}


DYNAMODB = Family(
    "", "api", {"DynamoDB": "dynamodb.json", "DynamoDBStreams": "dynamodbstreams.json"}, 2,
    "com.amazonaws.dynamodb.v20120810")
FAMILIES = [
    DYNAMODB,
    Family("autoscaling", "autoscaling", {"AutoScaling": "autoscaling/model.json"}, 1,
           "com.amazonaws.applicationautoscaling"),
    Family("cloudwatch", "cloudwatch", {"CloudWatch": "cloudwatch/model.json"}, 1,
           "com.amazonaws.cloudwatch.v2010_08_01"),
]
