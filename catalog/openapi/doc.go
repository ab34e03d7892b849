// Package openapi makes tools of the operations of an OpenAPI or Swagger document, and keeps what is needed to call them.
//
// Import reads a document: every operation becomes a tool, or is refused for a reason that is told, or was not wanted.
// Bytes of schemas come from the document and from nowhere else: number spelling, order and wording are kept.
//
// # Names
//
// A tool is called what the document calls the operation (operationId), as far as names may look like that: letters,
// digits, - and _, at most 64 bytes with the prefix. What is not so is made so, and operations that would come out the same
// get a hash of method and path. A name depends on nothing but the operation and those that claim the very same name.
//
// # Arguments
//
// Arguments are flat: parameters and the properties of the body side by side, each with the name that it has on the wire
// where that is unique and legal; [request.Binding] has the way back. A body is only taken apart if the tool then accepts
// exactly what the operation does. Every other one is the argument "body". Credentials are no arguments.
//
// # Results
//
// A tool has an output schema if answers are JSON: that of the successful answers. It describes an object, so what is none
// stands in a member "result"; [request.Call] says when.
package openapi
