#pragma once

#include <cstdint>
#include <optional>

#include "model/language/model.h"
#include "model/layout/layout.h"

// Estimates sizes and counts from the numbers that the model states. Where the model states none,
// each function documents its guess.
namespace stator::model {

// Returns the bytes of an attribute's value: as stated for texts, blobs, maps and lists, and
// typical for its kind otherwise.
std::int64_t ValueBytes(const Attribute& attribute);
// Returns the bytes of the text that the template makes, or of a natural key's values.
std::int64_t TemplateBytes(const Entity& entity, const Template& text);

// Returns the age of the oldest instance: the lifetime of an entity that expires, or else a year.
double SpanSeconds(const Model& model, const Entity& entity);

// Returns how many values a field of a key has. An enum, `values(N)`, the number of parents,
// another entity's id, the entity's own id or a bucket of time states it. nullopt: the model does
// not.
std::optional<double> KnownValues(const Model& model, const Entity& entity, const Part& part);

// Returns how many different values the template has over all instances of the entity: at least
// one, at most one for each instance.
double DistinctKeys(const Model& model, const Entity& entity, const Template& text);

// Returns the share of the entity's instances that have the most frequent value. A constant key has
// 1; an enum, a skew or the largest parent states other shares. The share is taken among items
// written at one time, so a date or a bucket of time does not divide it.
double LargestShare(const Model& model, const Entity& entity, const Template& text);

// Whether the part distinguishes keys that the other parts do not. A shard of a value that stands
// beside it does not, nor does a day beside the hour.
bool TellsMore(const Template& text, const Part& part);

// Returns the share of the most frequent of `count` values that follow Zipf's law.
double ZipfShare(double count, double exponent);

// Returns how many instances of the entity one partition key has on average.
double InstancesPerKey(const Model& model, const StoredRow& access);
// Returns how many instances the fullest partition key has, by the model's skews and largest
// parents.
double MostPerKey(const Model& model, const StoredRow& access);

}  // namespace stator::model
