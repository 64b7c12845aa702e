// Counts plays of songs. Without an argument the database runs in this process. With an argument it
// is the server at that address.
#include <iostream>
#include <string>

#include "client/stator.h"

using namespace stator::client;

namespace {

Expected<Connection> Open(int argc, char** argv) {
  if (argc > 1) return Connection::Connect({.endpoint = argv[1]});
  return Connection::OpenMemory();
}

Expected<WriteResult> Play(Connection& database, const std::string& artist,
                           const std::string& song) {
  return database.UpdateItem(
      {.table = "Music",
       .key = {{"Artist", Value::String(artist)}, {"Song", Value::String(song)}},
       .update = "ADD Plays :one",
       .values = {{":one", Value::Number(1)}}});
}

// Prints every song of an artist, page by page.
Expected<int> Print(Connection& database, const std::string& artist) {
  int songs = 0;
  for (const auto& page : database.QueryPages({.table = "Music",
                                               .key_condition = "Artist = :artist",
                                               .values = {{":artist", Value::String(artist)}}})) {
    if (!page) return std::unexpected(page.error());
    for (const Item& item : page->items) {
      std::cout << item.at("Song").string() << ": " << item.at("Plays").number() << "\n";
      ++songs;
    }
  }
  return songs;
}

int Failed(const Error& error) {
  std::cerr << error.code << ": " << error.message << "\n";
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  auto database = Open(argc, argv);
  if (!database) return Failed(database.error());

  const auto table = database->CreateTable(
      {.table = "Music", .partition_key = {"Artist"}, .sort_key = KeyAttribute{"Song"}});
  if (!table && !table.error().Is("ResourceInUseException")) return Failed(table.error());

  for (const char* song : {"Sinnerman", "Feeling Good", "Sinnerman"}) {
    const auto played = Play(*database, "Nina Simone", song);
    if (!played) return Failed(played.error());
  }

  const auto songs = Print(*database, "Nina Simone");
  if (!songs) return Failed(songs.error());
  std::cout << *songs << " songs\n";
}
